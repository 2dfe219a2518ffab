// longjmp from some worlds, out of different depths.
#include <setjmp.h>
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf env;
static int deep(int n, int x) {
    if (n == 0) return x;
    if (x > 5 && n == 2) longjmp(env, x & 7);
    return deep(n - 1, x) + 1;
}
int main(void) {
    volatile int i = 0, caught = 0;
    int code = setjmp(env);
    if (code) caught += code;
    while (i < 6) {
        i++;
        int x = __VERIFIER_nondet_int() & 15;
        printf("%d\n", deep(4, x));
    }
    return caught;
}
