int main(void) {
    int n = 3;
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i;
    v[n] = 3; //~ array-index
    return v[0];
}
