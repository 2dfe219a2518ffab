/* <signal.h>: signals come from raise and kill of the program itself, and from outside to who waits for one. */
#ifndef _SIGNAL_H
#define _SIGNAL_H

#include <features.h>

typedef int sig_atomic_t;
typedef void (*__candor_handler)(int);

#define SIG_ERR ((__candor_handler) - 1)
#define SIG_DFL ((__candor_handler)0)
#define SIG_IGN ((__candor_handler)1)

#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGIOT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPWR 30
#define SIGSYS 31
#define NSIG 65

__candor_handler signal(int __signal, __candor_handler __handler);
int raise(int __signal);

#ifdef __CANDOR_MISC
#include <candor/sigset.h>
#include <sys/types.h>

typedef __candor_handler sighandler_t;

union sigval {
    int sival_int;
    void *sival_ptr;
};

/* Where the members are in glibc: for files that were preprocessed with its headers. */
typedef struct {
    int si_signo;
    int si_errno;
    int si_code;
#ifdef __LP64__
    int __gap;
#endif
    union {
        struct {
            pid_t si_pid;
            uid_t si_uid;
            union {
                int si_status;
                union sigval si_value;
            };
        };
        void *si_addr;
#ifdef __LP64__
        int __size[28];
#else
        int __size[29];
#endif
    };
} siginfo_t;

#define SI_USER 0
#define SI_QUEUE (-1)
#define SI_TIMER (-2)
#define SI_TKILL (-6)
#define SI_KERNEL 0x80

struct sigaction {
    union {
        __candor_handler sa_handler;
        void (*sa_sigaction)(int, siginfo_t *, void *);
    } __handler;
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};
#define sa_handler __handler.sa_handler
#define sa_sigaction __handler.sa_sigaction

#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2

#define SS_ONSTACK 1
#define SS_DISABLE 2
#define MINSIGSTKSZ 2048
#define SIGSTKSZ 8192

int sigaltstack(const stack_t *__restrict __new, stack_t *__restrict __old);
int kill(pid_t __pid, int __signal);
int sigaction(int __signal, const struct sigaction *__restrict __new, struct sigaction *__restrict __old);
int sigemptyset(sigset_t *__set);
int sigfillset(sigset_t *__set);
int sigaddset(sigset_t *__set, int __signal);
int sigdelset(sigset_t *__set, int __signal);
int sigismember(const sigset_t *__set, int __signal);
int sigprocmask(int __how, const sigset_t *__restrict __new, sigset_t *__restrict __old);
int pthread_sigmask(int __how, const sigset_t *__restrict __new, sigset_t *__restrict __old);
int sigpending(sigset_t *__set);
int sigsuspend(const sigset_t *__set);
int sigwait(const sigset_t *__restrict __set, int *__restrict __signal);
#endif

#endif
