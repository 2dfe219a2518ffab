//@ run-native
#include <setjmp.h>

static jmp_buf env;
static int *shared;

static void inner(int *x) {
    shared = x;
    longjmp(env, 1);
}

int main(void) {
    int x = 1;
    if (setjmp(env) == 0)
        inner(&x);
    return *shared != 1;
}
