//@ flags: --property termination --engine auto
//@ verdict: holds
// 7 is the largest number of three bits.
extern unsigned char __VERIFIER_nondet_uchar(void);
struct flags {
    unsigned n : 3;
    unsigned other : 5;
};
int main(void) {
    struct flags flags = {0, 0};
    flags.other = __VERIFIER_nondet_uchar() & 31;
    while (flags.n < 7)
        flags.n++;
    return flags.other;
}
