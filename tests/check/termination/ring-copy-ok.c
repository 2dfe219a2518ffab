//@ flags: --property termination --engine auto
//@ verdict: holds
// The copy goes elsewhere, and the zero at the end is found.
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char text[8], other[8];
    for (int k = 0; k < 7; k++)
        text[k] = __VERIFIER_nondet_char();
    text[7] = 0;
    char *out = other, c;
    int from = 0, to = 1;
    do {
        c = text[from];
        out[to] = c;
        from = (from + 1) % 8;
        to = (to + 1) % 8;
    } while (c != 0);
    return 0;
}
