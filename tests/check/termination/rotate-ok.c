//@ flags: --property termination --engine auto
//@ verdict: holds
// Bits fall out at the right.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), mirrored = 0;
    while (x != 0) {
        mirrored = mirrored << 1 | (x & 1);
        x = x >> 1;
    }
    return mirrored == 1;
}
