//@ run-native
//@ data-model: both
//@ exit: 7
// A handler of SIGABRT may leave for good.
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static sigjmp_buf back;

static void handler(int number) {
    (void)number;
    siglongjmp(back, 1);
}

int main(void) {
    struct sigaction action = {.sa_handler = handler};
    sigaction(SIGABRT, &action, NULL);
    if (sigsetjmp(back, 1) == 0)
        abort();
    return 7;
}
