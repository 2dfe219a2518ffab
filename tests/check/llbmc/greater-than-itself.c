// x + 1 > x is not valid: where it wraps, it overflows.
//@ says: x = 2147483647
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x + 1 > x); //~ signed-overflow
    return 0;
}
