//@ flags: --property termination --engine auto
// The letter x is not passed.
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char text[16];
    for (int k = 0; k < 15; k++)
        text[k] = __VERIFIER_nondet_char();
    text[15] = 0;
    int i = 0;
    while (text[i] != 0) { //~ termination
        if (text[i] != 'x') i++;
    }
    return i;
}
