//@ run-native
int main(void) {
    int *p = 0;
    int last = 0;
    for (int n = 1; n < 4; n++) {
        int row[n];
        for (int i = 0; i < n; i++)
            row[i] = i;
        p = &row[n - 1];
        last = *p;
    }
    return last != 2;
}
