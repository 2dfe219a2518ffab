/* Signals that the program sends itself: raise calls the handler, or does what the signal does by default.
 *
 * Handlers run at once, as synchronous calls; masks are remembered but nothing is held back. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct sigaction actions[NSIG];
static sigset_t mask;

static int refuse(int number)
{
    errno = number;
    return -1;
}

static int is_signal(int number)
{
    return number > 0 && number < NSIG;
}

static int is_handled(int number)
{
    return actions[number].sa_handler != SIG_DFL && actions[number].sa_handler != SIG_IGN;
}

__candor_handler signal(int number, __candor_handler handler)
{
    if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return SIG_ERR;
    }
    __candor_handler before = actions[number].sa_handler;
    memset(&actions[number], 0, sizeof actions[number]);
    actions[number].sa_handler = handler;
    return before;
}

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
    if (!is_signal(number) || (action != NULL && (number == SIGKILL || number == SIGSTOP)))
        return refuse(EINVAL);
    if (old != NULL)
        *old = actions[number];
    if (action != NULL)
        actions[number] = *action;
    return 0;
}

static void act_by_default(int number)
{
    switch (number) {
    case SIGCHLD:
    case SIGCONT:
    case SIGURG:
    case SIGWINCH:
    case SIGSTOP:
    case SIGTSTP:
    case SIGTTIN:
    case SIGTTOU:
        return; /* ignored, or stops a process that nobody could continue */
    case SIGABRT:
        __candor_abort();
    default:
        __candor_quit(128 + number); /* as a shell sees it */
    }
}

int raise(int number)
{
    if (!is_signal(number))
        return refuse(EINVAL);
    struct sigaction action = actions[number];
    if (action.sa_handler == SIG_IGN)
        return 0;
    if (action.sa_handler == SIG_DFL) {
        act_by_default(number);
        return 0;
    }
    if (((unsigned int)action.sa_flags & SA_RESETHAND) != 0)
        actions[number].sa_handler = SIG_DFL;
    if ((action.sa_flags & SA_SIGINFO) != 0) {
        siginfo_t info;
        memset(&info, 0, sizeof info);
        info.si_signo = number;
        info.si_pid = getpid();
        action.sa_sigaction(number, &info, NULL);
    } else {
        action.sa_handler(number);
    }
    return 0;
}

/* What abort means in a program that may have set a handler: the handler runs, but if it returns the end comes all the
 * same. */
void __model_abort(void)
{
    if (is_handled(SIGABRT))
        raise(SIGABRT);
    __candor_abort();
}

int kill(pid_t pid, int number)
{
    if (pid != getpid() && pid != 0)
        return refuse(ESRCH);
    if (number == 0)
        return 0;
    return raise(number);
}

/* Any signal that is handled may come, or none; others do not make it return. */
int pause(void)
{
    int n_before = __candor_arbitrary();
    for (int number = 1; number < NSIG; number++)
        if (is_handled(number) && n_before-- == 0) {
            raise(number);
            return refuse(EINTR);
        }
    for (;;)
        __model_cancellation_point();
}

enum { WORD_BITS = 8 * (int)sizeof(unsigned long) };

static unsigned long bit_of(int number)
{
    return 1UL << ((number - 1) % WORD_BITS);
}

static unsigned long *word_of(sigset_t *set, int number)
{
    return &set->__bits[(number - 1) / WORD_BITS];
}

int sigemptyset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set)
{
    memset(set, 0xff, sizeof *set);
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return refuse(EINVAL);
    *word_of(set, number) |= bit_of(number);
    return 0;
}

int sigdelset(sigset_t *set, int number)
{
    if (!is_signal(number))
        return refuse(EINVAL);
    *word_of(set, number) &= ~bit_of(number);
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    if (!is_signal(number))
        return refuse(EINVAL);
    return (*word_of((sigset_t *)set, number) & bit_of(number)) != 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    sigset_t before = mask;
    if (set != NULL && (how < SIG_BLOCK || how > SIG_SETMASK))
        return refuse(EINVAL);
    for (size_t i = 0; set != NULL && i < sizeof mask.__bits / sizeof mask.__bits[0]; i++) {
        if (how == SIG_BLOCK)
            mask.__bits[i] |= set->__bits[i];
        else if (how == SIG_UNBLOCK)
            mask.__bits[i] &= ~set->__bits[i];
        else
            mask.__bits[i] = set->__bits[i];
    }
    if (old != NULL)
        *old = before;
    return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    return sigprocmask(how, set, old) == 0 ? 0 : EINVAL;
}

int sigpending(sigset_t *set)
{
    return sigemptyset(set);
}
