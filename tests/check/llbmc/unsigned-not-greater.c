//@ says: x = 4294967295
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(x + 1 > x); //~ assertion
    return 0;
}
