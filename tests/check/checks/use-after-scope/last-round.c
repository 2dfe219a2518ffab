// The variable of the last round is not the one of this round, though it may lie in the same place.
int main(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        int a[10];
        if (i == 0)
            p = a;
        else
            p[0] = 1; //~ use-after-scope
    }
    return 0;
}
