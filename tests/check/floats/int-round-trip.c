#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    assert((int)(double)n == n);
    if (n > -16777217 && n < 16777217) assert((int)(float)n == n);
    return 0;
}
