//@ run-native
static int find(const int *v, int n, int key) {
    for (int i = 0; i < n; i++)
        if (v[i] == key)
            return i;
    __builtin_unreachable();
}

int main(void) {
    int v[3] = {4, 5, 6};
    return find(v, 3, 6) != 2;
}
