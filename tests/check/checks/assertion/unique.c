// Only one of four billion inputs does it.
//@ says: x = 12345678
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert((x ^ 0x5a5a5a5a) * 2654435761u != (12345678u ^ 0x5a5a5a5a) * 2654435761u); //~ assertion
    return 0;
}
