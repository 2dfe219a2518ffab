//@ flags: --property termination --engine auto
// The lowest byte is counted up, and has no carry.
extern unsigned __VERIFIER_nondet_uint(void);
union number {
    unsigned whole;
    unsigned char bytes[4];
};
int main(void) {
    union number n;
    n.whole = __VERIFIER_nondet_uint();
    while (n.bytes[1] != 3) //~ termination
        n.bytes[0]++;
    return 0;
}
