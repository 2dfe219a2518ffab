// The same, where the second one is waited for, too.
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t n_handled;

static void note(int number) {
    (void)number;
    n_handled++;
}

int main(void) {
    sigset_t set, none;
    sigemptyset(&none);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR2);
    signal(SIGUSR2, note);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR2);
    sigsuspend(&none);
    assert(n_handled == 1);
    raise(SIGUSR2);
    assert(n_handled == 1);
    sigsuspend(&none);
    assert(n_handled == 2);
    return 0;
}
