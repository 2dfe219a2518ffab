#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
    int a = __VERIFIER_nondet_int();
    __VERIFIER_assume(a > 10);
    int b = __VERIFIER_nondet_int();
    __VERIFIER_assume(b > a && b < a + 3); //~ signed-overflow
    assert(b - a == 1 || b - a == 2);
    return 0;
}
