// A division that fails for the second of two callers.
//@ says: 1 fault found
//@ says: was called from `main` at tests/check/llbmc/second-call-site.c:10
static unsigned g(unsigned x) {
    return 10 / x; //~ division-by-zero
}
int main(void) {
    unsigned first = g(4);
    unsigned second =
        g(0);
    return (int)(first + second);
}
