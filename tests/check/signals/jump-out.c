// A jump out of a handler leaves its signal blocked, unless sigsetjmp has kept the mask.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf start;
static volatile sig_atomic_t n_handled;

static void leave(int number) {
    (void)number;
    n_handled++;
    siglongjmp(start, 1);
}

int main(void) {
    signal(SIGFPE, leave);
    if (sigsetjmp(start, 0) == 0)
        raise(SIGFPE);
    if (n_handled < 2)
        raise(SIGFPE);
    assert(n_handled == 2); //~ assertion
    return 0;
}
