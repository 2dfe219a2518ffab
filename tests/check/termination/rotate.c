//@ flags: --property termination --engine auto
// Bits come in again at the left.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint(), mirrored = 0;
    while (x != 0) { //~ termination
        mirrored = mirrored << 1 | (x & 1);
        x = x >> 1 | x << 31;
    }
    return mirrored == 1;
}
