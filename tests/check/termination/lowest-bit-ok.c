//@ flags: --property termination --engine auto
//@ verdict: holds
// Each step clears the lowest bit.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    unsigned char count = 0;
    while (x != 0) {
        x &= x - 1;
        count++;
    }
    return count;
}
