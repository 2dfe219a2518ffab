int main(void) {
    int *p = 0;
    for (int n = 1; n < 4; n++) {
        int row[n];
        for (int i = 0; i < n; i++)
            row[i] = i;
        p = &row[n - 1];
    }
    return *p != 2; //~ use-after-scope
}
