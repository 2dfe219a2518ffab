/* The process: alone, with fixed numbers; it cannot start another one. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <sched.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OWN_PID = 1000, PARENT_PID = 999, OWN_USER = 1000, PAGE_SIZE = 4096 };

static int refuse(int number)
{
    errno = number;
    return -1;
}

pid_t getpid(void)
{
    return OWN_PID;
}

pid_t getppid(void)
{
    return PARENT_PID;
}

uid_t getuid(void)
{
    return OWN_USER;
}

uid_t geteuid(void)
{
    return OWN_USER;
}

gid_t getgid(void)
{
    return OWN_USER;
}

gid_t getegid(void)
{
    return OWN_USER;
}

int gethostname(char *to, size_t size)
{
    __model_may_cancel();
    static const char name[] = "candor";
    if (size < sizeof name)
        return refuse(ENAMETOOLONG);
    strcpy(to, name);
    return 0;
}

/* It may fail, and then the program is alone as before; the other execution has two processes. */
pid_t fork(void)
{
    if (__candor_outside(1))
        __candor_unsupported("a second process");
    return refuse(EAGAIN);
}

/* A list of texts that ends with a null pointer. */
static void look_at_all(char *const texts[])
{
    for (; texts != NULL && *texts != NULL; texts++)
        (void)strlen(*texts);
}

/* There is no other program, or none that may be started. */
static int not_started(void)
{
    return refuse(__candor_outside(1) ? EACCES : ENOENT);
}

int execve(const char *path, char *const argv[], char *const envp[])
{
    (void)strlen(path);
    look_at_all(argv);
    look_at_all(envp);
    return not_started();
}

int execv(const char *path, char *const argv[])
{
    return execve(path, argv, NULL);
}

int execvp(const char *file, char *const argv[])
{
    return execve(file, argv, NULL);
}

int execl(const char *path, const char *arg, ...)
{
    va_list rest;
    (void)strlen(path);
    va_start(rest, arg);
    for (; arg != NULL; arg = va_arg(rest, const char *))
        (void)strlen(arg);
    va_end(rest);
    return not_started();
}

int execlp(const char *file, const char *arg, ...)
{
    va_list rest;
    (void)strlen(file);
    va_start(rest, arg);
    for (; arg != NULL; arg = va_arg(rest, const char *))
        (void)strlen(arg);
    va_end(rest);
    return not_started();
}

pid_t wait(int *status)
{
    __model_cancellation_point();
    (void)status;
    return refuse(ECHILD);
}

/* WNOHANG, WUNTRACED, WCONTINUED, and Linux's own for its threads. */
#define WAIT_OPTIONS 0xE000000Bu

pid_t waitpid(pid_t pid, int *status, int options)
{
    (void)pid;
    if ((unsigned)options & ~WAIT_OPTIONS)
        return refuse(EINVAL);
    return wait(status);
}

int getpagesize(void)
{
    return PAGE_SIZE;
}

/* What machines have is any number if the world outside is arbitrary. */
long sysconf(int name)
{
    switch (name) {
    case _SC_PAGESIZE:
        return PAGE_SIZE;
    case _SC_CLK_TCK:
        return 100;
    case _SC_OPEN_MAX:
        return 1024 ^ (long)__candor_outside(20);
    case _SC_ARG_MAX:
        return 131072;
    case _SC_HOST_NAME_MAX:
        return 64;
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN:
        return 1 + (long)__candor_outside(10);
    case _SC_PHYS_PAGES:
    case _SC_AVPHYS_PAGES:
        return 1L << 18 ^ (long)__candor_outside(30);
    default:
        return refuse(EINVAL);
    }
}

/* A limit of the priorities of a policy, of those that have any; the others have none but 0. */
static int priority(int policy, int limit)
{
    switch (policy) {
    case SCHED_FIFO:
    case SCHED_RR:
        return limit;
    case SCHED_OTHER:
    case SCHED_BATCH:
    case SCHED_IDLE:
    case SCHED_DEADLINE:
        return 0;
    default:
        return refuse(EINVAL);
    }
}

int sched_get_priority_max(int policy)
{
    return priority(policy, 99);
}

int sched_get_priority_min(int policy)
{
    return priority(policy, 1);
}
