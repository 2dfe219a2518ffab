// A callee forgets the address of the last round's variable.
static int *kept;
static void keep(int *p) {
    kept = 0;
    if (kept)
        *kept = 1;
    kept = p;
}
int main(void) {
    for (int i = 0; i < 2; i++) {
        int x = 0;
        keep(&x);
    }
    return 0;
}
