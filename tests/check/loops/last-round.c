// Wrong in the last of 13 rounds only.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 14, sum = 0;
    for (unsigned i = 1; i <= n; i++) sum += i;
    assert(sum != 91); //~ assertion
    return 0;
}
