#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++) {
        a[i] = __VERIFIER_nondet_int();
        __VERIFIER_assume(i == 0 || a[i] > a[i - 1]);
    }
    assert(a[0] < a[3]);
    assert(a[3] >= -2147483645);
    return 0;
}
