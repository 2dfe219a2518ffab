// Shifts, comparisons and extensions against their definitions.
#include <assert.h>
extern signed char __VERIFIER_nondet_char(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    signed char x = __VERIFIER_nondet_char();
    unsigned y = __VERIFIER_nondet_uint() & 7;
    assert((x >> y) == (x >= 0 ? x / (1 << y) : -((-x + (1 << y) - 1) / (1 << y))));
    assert((unsigned char)x >> y == (unsigned char)x / (1 << y));
    assert((int)x == ((unsigned char)x ^ 128) - 128);
    assert((x < 0) == ((unsigned char)x > 127));
    return 0;
}
