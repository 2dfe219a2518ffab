// It comes once when it is unblocked, however often it was sent, and is pending until then.
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t n_handled;

static void note(int number) {
    (void)number;
    n_handled++;
}

int main(void) {
    sigset_t set, waiting;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    signal(SIGUSR1, note);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    raise(SIGUSR1);
    assert(n_handled == 0);
    sigpending(&waiting);
    assert(sigismember(&waiting, SIGUSR1) == 1);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    assert(n_handled == 1);
    sigpending(&waiting);
    assert(sigismember(&waiting, SIGUSR1) == 0);
    return 0;
}
