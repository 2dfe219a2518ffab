// A length and an offset from the input: fewer bytes may be filled than are read.
#include <assert.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    static char a[2000];
    unsigned n = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    if (n < 1 || n > 16 || k > 1900)
        return 0;
    a[k] = 1;
    memset(a + k, 7, n);
    assert(a[k] == 7);
    assert(a[k + 1] == 7); //~ assertion
    return 0;
}
