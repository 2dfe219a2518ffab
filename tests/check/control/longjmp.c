#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf env;
static void deep(int n) {
    if (n > 0) longjmp(env, n);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    int r = setjmp(env);
    if (r == 0) {
        deep(n);
        assert(n <= 0);
    } else {
        assert(r == n);
    }
    return 0;
}
