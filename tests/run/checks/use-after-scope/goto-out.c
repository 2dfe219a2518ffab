int main(void) {
    int *p = 0;
    int n = 2;
again:
    if (n == 0)
        return *p != 1; //~ use-after-scope
    {
        int x = n;
        p = &x;
        n--;
        goto again;
    }
}
