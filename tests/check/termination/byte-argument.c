//@ flags: --property termination --engine auto
// The argument is a byte: odd ones stay odd.
extern unsigned char __VERIFIER_nondet_uchar(void);
static int round_trip(unsigned char c) {
    if (c == 0) return 0; //~ termination
    return round_trip(c + 2);
}
int main(void) {
    return round_trip(__VERIFIER_nondet_uchar());
}
