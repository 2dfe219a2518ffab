// A callee keeps the address of the last round's variable.
static int *kept;
static void keep(int *p) {
    if (kept)
        *kept = 1; //~ use-after-scope
    kept = p;
}
int main(void) {
    for (int i = 0; i < 2; i++) {
        int x = 0;
        keep(&x);
    }
    return 0;
}
