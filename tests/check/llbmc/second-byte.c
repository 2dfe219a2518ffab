#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    assert(((unsigned char *)&n)[1] == n / 256 % 256);
    return 0;
}
