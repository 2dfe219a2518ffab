#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int() & 0x1ffffff;
    assert((int)(float)n == n); //~ assertion
    return 0;
}
