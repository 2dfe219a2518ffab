//@ run-native
//@ data-model: both
// Masks, pending signals, handlers that send their own signal, and jumps out of them.
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static volatile sig_atomic_t depth, n_calls;
static sigjmp_buf start;
static jmp_buf plain;

static void nest(int number) {
    printf("enter %d at depth %d\n", number, ++depth);
    if (++n_calls == 1)
        raise(number);
    printf("leave %d at depth %d\n", number, depth--);
}

static void leave(int number) {
    printf("out of %d\n", number);
    siglongjmp(start, number);
}

static void leave_plainly(int number) {
    printf("plainly out of %d\n", number);
    longjmp(plain, number);
}

static int is_blocked(int number) {
    sigset_t now;
    sigprocmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, number);
}

int main(void) {
    sigset_t set, pending;
    signal(SIGUSR1, nest);
    raise(SIGUSR1);
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR1);
    sigpending(&pending);
    printf("pending %d %d\n", sigismember(&pending, SIGUSR1), sigismember(&pending, SIGUSR2));
    signal(SIGUSR1, SIG_IGN);
    sigpending(&pending);
    printf("ignored %d\n", sigismember(&pending, SIGUSR1));
    signal(SIGUSR1, nest);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = leave;
    sigaction(SIGUSR2, &action, NULL);
    if (sigsetjmp(start, 1) == 0)
        raise(SIGUSR2);
    printf("blocked %d\n", is_blocked(SIGUSR2));
    if (sigsetjmp(start, 0) == 0)
        raise(SIGUSR2);
    printf("blocked %d\n", is_blocked(SIGUSR2));
    action.sa_handler = leave_plainly;
    sigaction(SIGTERM, &action, NULL);
    if (setjmp(plain) == 0)
        raise(SIGTERM);
    printf("blocked %d\n", is_blocked(SIGTERM));
    return 0;
}
