#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert((x ^ 0x5a5a5a5a) - 0x5a5a5a5a == (x & ~0x5a5a5a5au) - (x & 0x5a5a5a5a));
    return 0;
}
