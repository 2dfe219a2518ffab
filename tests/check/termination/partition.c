//@ flags: --property termination --engine auto
// Two that are at the pivot are swapped for ever.
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char text[6];
    for (int k = 0; k < 6; k++)
        text[k] = __VERIFIER_nondet_char();
    char *lo = text, *hi = text + 5;
    while (lo < hi) { //~ termination
        if (*lo < 'm') {
            lo++;
        } else if (*hi > 'm') {
            hi--;
        } else {
            char c = *lo;
            *lo = *hi;
            *hi = c;
        }
    }
    return 0;
}
