static int find(const int *v, int n, int key) {
    for (int i = 0; i < n; i++)
        if (v[i] == key)
            return i;
    __builtin_unreachable(); //~ unreachable-code
}

int main(void) {
    int v[3] = {4, 5, 6};
    return find(v, 3, 7);
}
