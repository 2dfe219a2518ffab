//@ run-native
int main(void) {
    int n = 3;
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i;
    v[n - 1] = 3;
    return v[0];
}
