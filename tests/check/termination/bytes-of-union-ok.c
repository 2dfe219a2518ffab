//@ flags: --property termination --engine auto
//@ verdict: holds
// The whole number is counted up.
extern unsigned __VERIFIER_nondet_uint(void);
union number {
    unsigned whole;
    unsigned char bytes[4];
};
int main(void) {
    union number n;
    n.whole = __VERIFIER_nondet_uint();
    while (n.bytes[1] != 3)
        n.whole++;
    return 0;
}
