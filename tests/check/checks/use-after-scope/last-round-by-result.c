// A function gives back the address of the last round's variable, and nothing else keeps it.
static int *kept;
static int *take(void) {
    int *p = kept;
    kept = 0;
    return p;
}
int main(void) {
    for (int i = 0; i < 2; i++) {
        int *q = take();
        int a;
        if (q)
            *q = 1; //~ use-after-scope
        kept = &a;
    }
    return 0;
}
