//@ flags: --property termination --engine auto
// Only the lowest bit is left, and stays.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned char count = 0;
    while (x != 0) { //~ termination
        x &= x ^ (x - 1);
        count++;
    }
    return count;
}
