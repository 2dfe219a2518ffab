/* Signals that the program sends itself: raise calls the handler, or does what the signal does by default, unless the
 * signal is blocked; then it is pending until it is unblocked.
 *
 * Handlers run at once, as synchronous calls; their own signal is blocked meanwhile, as with sigaction without
 * SA_NODEFER and with the signal() of glibc. A mask belongs to a thread and passes on to those that it creates; here
 * there is one, and a second thread that needs one of its own is not modelled. */
#define _GNU_SOURCE
#include "candor.h"
#include "signals.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

static struct sigaction actions[NSIG];

/* Sets of signals as one number: bit n - 1 is signal n. */
static signals mask;
static signals pending;
/* The thread that the mask is of, and whether the program has set one itself: from then on it is of that thread only. */
static int owner;
static int is_set;
/* Signals that were not raised: sent by kill, or from outside of the program. */
static signals from_kill;
static signals from_outside;

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

static signals only(int number)
{
    return (signals)1 << (number - 1);
}

/* What can be blocked at all. */
static signals blockable(signals set)
{
    return set & ~(only(SIGKILL) | only(SIGSTOP));
}

signals __model_signals_of(const sigset_t *set)
{
    signals all = set->__bits[0];
    if (sizeof set->__bits[0] < sizeof all)
        all |= (signals)set->__bits[1] << 32;
    return all;
}

void __model_store_signals(sigset_t *to, signals set)
{
    memset(to, 0, sizeof *to);
    to->__bits[0] = (unsigned long)set;
    if (sizeof to->__bits[0] < sizeof set)
        to->__bits[1] = (unsigned long)(set >> 32);
}

/* Inside a section that nobody interrupts: the mask must be the running thread's. */
static void claim_mask(void)
{
    int self = __candor_self();
    if (owner != self && (is_set || mask != 0))
        __candor_unsupported("signal masks of several threads");
    owner = self;
}

signals __model_signal_mask(void)
{
    __candor_atomic_begin();
    claim_mask();
    signals now = mask;
    __candor_atomic_end();
    return now;
}

static void replace_mask(signals set)
{
    __candor_atomic_begin();
    claim_mask();
    mask = blockable(set);
    __candor_atomic_end();
}

static int is_ignored(int number)
{
    __candor_handler handler = actions[number].sa_handler;
    int by_default = number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH;
    return handler == SIG_IGN || (handler == SIG_DFL && by_default);
}

/* A new action; what is pending and now ignored is forgotten. */
static void set_action(int number, const struct sigaction *action)
{
    actions[number] = *action;
    if (is_ignored(number)) {
        __candor_atomic_begin();
        pending &= ~only(number);
        __candor_atomic_end();
    }
}

__candor_handler signal(int number, __candor_handler handler)
{
    if (!is_signal(number) || number == SIGKILL || number == SIGSTOP) {
        errno = EINVAL;
        return SIG_ERR;
    }
    __candor_handler before = actions[number].sa_handler;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    __model_store_signals(&action.sa_mask, only(number));
    set_action(number, &action);
    return before;
}

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
    if (!is_signal(number) || (action != NULL && (number == SIGKILL || number == SIGSTOP)))
        return refuse(EINVAL);
    if (old != NULL)
        *old = actions[number];
    if (action != NULL)
        set_action(number, action);
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

/* Who has sent a signal, and how; of one from outside nothing is known. */
static void describe(siginfo_t *info, int number)
{
    memset(info, 0, sizeof *info);
    info->si_signo = number;
    info->si_code = (from_kill & only(number)) != 0 ? SI_USER : SI_TKILL;
    info->si_pid = getpid();
    info->si_uid = getuid();
    if ((from_outside & only(number)) != 0) {
        info->si_code = (int)__candor_outside(32);
        info->si_pid = (pid_t)__candor_outside(32);
        info->si_uid = (uid_t)__candor_outside(32);
    }
}

static void call_handler(int number, const struct sigaction *action)
{
    if ((action->sa_flags & SA_SIGINFO) != 0) {
        siginfo_t info;
        ucontext_t registers;
        describe(&info, number);
        __candor_make_foreign(&registers, sizeof registers, 8 * (int)sizeof(long));
        action->sa_sigaction(number, &info, &registers);
    } else {
        action->sa_handler(number);
    }
}

/* Whether a handler has run and returned. */
static int deliver(int number)
{
    struct sigaction action = actions[number];
    if (action.sa_handler == SIG_IGN)
        return 0;
    if (action.sa_handler == SIG_DFL) {
        act_by_default(number);
        return 0;
    }
    if (((unsigned int)action.sa_flags & SA_RESETHAND) != 0)
        actions[number].sa_handler = SIG_DFL;
    signals before = __model_signal_mask();
    signals own = (action.sa_flags & SA_NODEFER) != 0 ? 0 : only(number);
    replace_mask(before | own | __model_signals_of(&action.sa_mask));
    call_handler(number, &action);
    replace_mask(before);
    return 1;
}

/* The number of a signal of the set; any one of them, for their order is open. */
static int pick(signals set)
{
    for (int number = 1; number < NSIG; number++) {
        if ((set & only(number)) == 0)
            continue;
        set &= ~only(number);
        if (set == 0 || (__candor_outside(1) == 0))
            return number;
    }
    return 0;
}

/* Takes a pending signal of the set away; 0 if there is none. */
static int take_pending(signals set)
{
    __candor_atomic_begin();
    signals ready = pending & set;
    int number = ready == 0 ? 0 : pick(ready);
    if (number != 0)
        pending &= ~only(number);
    __candor_atomic_end();
    return number;
}

/* Delivers what is pending and not blocked; whether a handler has run. */
static int deliver_pending(void)
{
    int has_run = 0;
    for (;;) {
        int number = take_pending(~__model_signal_mask());
        if (number == 0)
            return has_run;
        has_run |= deliver(number);
    }
}

enum { FIRST_REAL_TIME = 32 };

static void make_pending(int number)
{
    if (number >= FIRST_REAL_TIME && (pending & only(number)) != 0)
        __candor_unsupported("two pending real-time signals of one number");
    pending |= only(number);
}

static int send(int number)
{
    __candor_atomic_begin();
    claim_mask();
    int is_blocked = (mask & only(number)) != 0;
    if (is_blocked)
        make_pending(number);
    __candor_atomic_end();
    if (!is_blocked && deliver(number))
        deliver_pending();
    return 0;
}

int raise(int number)
{
    if (!is_signal(number))
        return refuse(EINVAL);
    from_kill &= ~only(number);
    from_outside &= ~only(number);
    return send(number);
}

/* What abort means in a program that may have set a handler: the handler runs, also if the signal is blocked, but if it
 * returns the end comes all the same. */
void __model_abort(void)
{
    if (is_handled(SIGABRT))
        deliver(SIGABRT);
    __candor_abort();
}

static void trap(int number)
{
    if (!is_handled(number))
        return;
    deliver(number);
    __candor_unsupported("a handler of a trap that returns");
}

/* What comes before the end of a program that executes __builtin_trap() or __builtin_debugtrap(). */
void __model_trap(void)
{
    trap(SIGILL);
}

void __model_debug_trap(void)
{
    trap(SIGTRAP);
}

/* With several threads any of them may get it that does not block it. */
int kill(pid_t pid, int number)
{
    if (pid != getpid() && pid != 0)
        return refuse(ESRCH);
    if (number == 0)
        return 0;
    if (!is_signal(number))
        return refuse(EINVAL);
    if (__candor_n_running() > 1 && (is_handled(number) || __model_signal_mask() != 0))
        __candor_unsupported("a signal to a process with several threads");
    from_kill |= only(number);
    return send(number);
}

/* Waits until a handler has run. Any signal that is handled and not blocked may come from outside, or none; others do
 * not end the wait. */
int __model_wait_for_handler(void)
{
    signals awaited = 0;
    for (int number = 1; number < NSIG; number++)
        awaited |= is_handled(number) ? only(number) : 0;
    awaited &= ~__model_signal_mask();
    if (awaited != 0) {
        int number = pick(awaited);
        if (!__candor_outside(1)) {
            from_outside |= only(number);
            send(number);
            return refuse(EINTR);
        }
    }
    for (;;)
        __model_cancellation_point();
}

int pause(void)
{
    return __model_wait_for_handler();
}

int sigsuspend(const sigset_t *set)
{
    signals before = __model_signal_mask();
    replace_mask(__model_signals_of(set));
    if (!deliver_pending())
        __model_wait_for_handler();
    replace_mask(before);
    deliver_pending();
    return refuse(EINTR);
}

/* Waits for one of the set: one that is pending, or any one that comes from outside. */
int sigwait(const sigset_t *restrict set, int *restrict to)
{
    signals awaited = blockable(__model_signals_of(set));
    if (__candor_n_running() > 1)
        __candor_unsupported("sigwait in a program with several threads");
    int number = take_pending(awaited);
    if (number == 0 && awaited != 0 && !__candor_outside(1))
        number = pick(awaited);
    while (number == 0)
        __model_cancellation_point();
    *to = number;
    return 0;
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

static void change_mask(int how, signals set)
{
    __candor_atomic_begin();
    claim_mask();
    is_set = 1;
    if (how == SIG_BLOCK)
        mask |= blockable(set);
    else if (how == SIG_UNBLOCK)
        mask &= ~set;
    else
        mask = blockable(set);
    __candor_atomic_end();
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    signals before = __model_signal_mask();
    signals given = set == NULL ? 0 : __model_signals_of(set);
    if (set != NULL && (how < SIG_BLOCK || how > SIG_SETMASK))
        return refuse(EINVAL);
    if (old != NULL)
        __model_store_signals(old, before);
    if (set != NULL) {
        change_mask(how, given);
        deliver_pending();
    }
    return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    return sigprocmask(how, set, old) == 0 ? 0 : EINVAL;
}

int sigpending(sigset_t *set)
{
    signals blocked = __model_signal_mask();
    __candor_atomic_begin();
    signals ready = pending & blocked;
    __candor_atomic_end();
    __model_store_signals(set, ready);
    return 0;
}

void __model_restore_mask(signals before)
{
    replace_mask(before);
    deliver_pending();
}
