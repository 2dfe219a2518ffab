//@ flags: --property termination --engine auto
// 4 is above 3 and below 5.
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    unsigned rounds = 0;
    if (n > 3 && n < 5) {
        while (1)
            rounds++; //~ termination
    }
    return rounds;
}
