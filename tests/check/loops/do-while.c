#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), digits = 0, rest = n;
    do {
        rest /= 10;
        digits++;
    } while (rest);
    assert(digits >= 1 && digits <= 10);
    assert(n < 10 || digits > 1);
    return 0;
}
