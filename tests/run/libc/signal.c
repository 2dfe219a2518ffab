//@ run-native
//@ data-model: both
// signal and raise: handlers run at once, SIG_IGN, previous handlers.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile sig_atomic_t got, count;
static void handler(int number) { got = number; count++; }
static void other(int number) { got = -number; }

int main(void) {
    if (signal(SIGUSR1, handler) != SIG_DFL) return 1;
    if (raise(SIGUSR1) != 0 || got != SIGUSR1 || count != 1) return 2;
    raise(SIGUSR1); // the handler stays installed
    if (count != 2) return 3;
    if (signal(SIGUSR1, other) != handler) return 4;
    raise(SIGUSR1);
    if (got != -SIGUSR1 || count != 2) return 5;
    signal(SIGTERM, SIG_IGN);
    raise(SIGTERM);
    signal(SIGTERM, handler);
    raise(SIGTERM);
    if (got != SIGTERM || SIGTERM != 15 || SIGABRT != 6) return 6;
    printf("%d\n", (int)count);
    return 0;
}
