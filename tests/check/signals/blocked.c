// A signal that is blocked waits: its handler has not run yet.
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t n_handled;

static void note(int number) {
    (void)number;
    n_handled++;
}

int main(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    signal(SIGUSR1, note);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    assert(n_handled == 1); //~ assertion
    return 0;
}
