//@ run-native
int main(void) {
    int *p = 0;
    int x;
    int n = 2;
again:
    if (n == 0)
        return *p != 1;
    {
        x = n;
        p = &x;
        n--;
        goto again;
    }
}
