//@ flags: --property termination --engine auto
//@ verdict: holds
// What is at the pivot counts as large.
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char text[6];
    for (int k = 0; k < 6; k++)
        text[k] = __VERIFIER_nondet_char();
    char *lo = text, *hi = text + 5;
    while (lo < hi) {
        if (*lo < 'm') {
            lo++;
        } else if (*hi >= 'm') {
            hi--;
        } else {
            char c = *lo;
            *lo = *hi;
            *hi = c;
        }
    }
    return 0;
}
