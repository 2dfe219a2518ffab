//@ run-native
//@ data-model: both
// setjmp.h with sigsetjmp, inside comparisons and switches, from a handler of raise.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf env;
static void handler(int number) { siglongjmp(env, number); }

int main(void) {
    static volatile int stage;
    if (sigsetjmp(env, 1) == 0) {
        stage = 1;
        siglongjmp(env, 5);
    }
    if (stage != 1) return 1;
    signal(SIGUSR2, handler);
    switch (sigsetjmp(env, 1)) {
    case 0: raise(SIGUSR2); return 2;
    case SIGUSR2: stage++; break;
    default: return 3;
    }
    jmp_buf plain;
    if (!setjmp(plain)) longjmp(plain, -3);
    else stage++;
    if (_setjmp(plain) == 0) _longjmp(plain, 2);
    printf("%d\n", stage);
    return stage == 3 ? 0 : 4;
}
