//@ flags: --property termination --engine auto
// Three bits are below 8.
extern unsigned char __VERIFIER_nondet_uchar(void);
struct flags {
    unsigned n : 3;
    unsigned other : 5;
};
int main(void) {
    struct flags flags = {0, 0};
    flags.other = __VERIFIER_nondet_uchar() & 31;
    while (flags.n < 8) //~ termination
        flags.n++;
    return flags.other;
}
