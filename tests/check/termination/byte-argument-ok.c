//@ flags: --property termination --engine auto
//@ verdict: holds
// The argument is a byte: it comes to zero.
extern unsigned char __VERIFIER_nondet_uchar(void);
static int round_trip(unsigned char c) {
    if (c == 0) return 0;
    return round_trip(c + 1);
}
int main(void) {
    return round_trip(__VERIFIER_nondet_uchar());
}
