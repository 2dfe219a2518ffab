// Bytes of two pointers make none.
#include <string.h>
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
    int x = 5;
    int *p = &x, *q = 0;
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > 8)
        return 0;
    memcpy(&q, &p, n);
    assert(*q == 5); //~ out-of-bounds
    return 0;
}
