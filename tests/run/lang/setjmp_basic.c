//@ run-native
//@ data-model: both
// setjmp and longjmp: values, zero becomes one, jumping out of deep calls.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf env;

static void deep(int n, int code) {
    char frame[32];
    frame[n % 32] = (char)n;
    if (n == 0) longjmp(env, code);
    deep(n - 1, code + frame[n % 32] - n);
}

int main(void) {
    volatile int rounds = 0;
    int code = setjmp(env);
    if (code == 0) {
        if (rounds != 0) return 1;
        rounds++;
        deep(20, 42);
        return 2;
    }
    if (code == 42) {
        if (rounds != 1) return 3;
        rounds++;
        longjmp(env, 0); // arrives as 1
    }
    if (code != 1 || rounds != 2) return 4;
    switch (setjmp(env)) {
    case 0: longjmp(env, 7);
    case 7: break;
    default: return 5;
    }
    printf("%d %d\n", code, rounds);
    return 0;
}
