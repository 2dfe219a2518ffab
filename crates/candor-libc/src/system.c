/* The system around the program: its name, its limits, the time it used, its log (which nobody reads). */
#define _GNU_SOURCE
#include "candor.h"
#include "clock.h"
#include "format.h"
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <syslog.h>

int uname(struct utsname *to)
{
    memset(to, 0, sizeof *to);
    strcpy(to->sysname, "Linux");
    strcpy(to->nodename, "candor");
    strcpy(to->release, "6.0.0");
    strcpy(to->version, "#1");
    strcpy(to->machine, sizeof(void *) == 8 ? "x86_64" : "i686");
    strcpy(to->domainname, "(none)");
    return 0;
}

int getrusage(int who, struct rusage *to)
{
    if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD) {
        errno = EINVAL;
        return -1;
    }
    memset(to, 0, sizeof *to);
    /* There are no children. */
    if (who == RUSAGE_CHILDREN)
        return 0;
    unsigned long long microseconds = __model_processor_microseconds();
    to->ru_utime.tv_sec = (time_t)(microseconds / 1000000);
    to->ru_utime.tv_usec = (suseconds_t)(microseconds % 1000000);
    to->ru_stime.tv_sec = (time_t)__candor_outside(16);
    to->ru_stime.tv_usec = (suseconds_t)(__candor_outside(32) % 1000000);
    /* How much memory it took, and how often it waited, is any number; Linux counts no more than these. */
    long *const counted[] = {&to->ru_maxrss, &to->ru_minflt, &to->ru_majflt, &to->ru_inblock,
                             &to->ru_oublock, &to->ru_nvcsw, &to->ru_nivcsw};
    for (unsigned idx = 0; idx < sizeof counted / sizeof *counted; idx++)
        *counted[idx] = (long)__candor_outside(31);
    return 0;
}

static int is_resource(int resource)
{
    if (resource >= 0 && resource < (int)RLIM_NLIMITS)
        return 1;
    errno = EINVAL;
    return 0;
}

/* The limits of a resource, of which the first is any number if the world outside is arbitrary, and none if not. */
static struct rlimit *limits_of(int resource)
{
    static struct rlimit limits[RLIM_NLIMITS];
    static char is_known[RLIM_NLIMITS];
    struct rlimit *found = &limits[resource];
    if (!is_known[resource]) {
        is_known[resource] = 1;
        found->rlim_max = ~(rlim_t)__candor_outside(8 * sizeof(rlim_t));
        found->rlim_cur = ~(rlim_t)__candor_outside(8 * sizeof(rlim_t));
        if (found->rlim_cur > found->rlim_max)
            found->rlim_cur = found->rlim_max;
    }
    return found;
}

int getrlimit(int resource, struct rlimit *to)
{
    if (!is_resource(resource))
        return -1;
    __candor_atomic_begin();
    struct rlimit found = *limits_of(resource);
    __candor_atomic_end();
    *to = found;
    return 0;
}

/* Limits are kept and not enforced. Only some users may raise the higher one. */
int setrlimit(int resource, const struct rlimit *from)
{
    if (!is_resource(resource))
        return -1;
    struct rlimit wanted = *from;
    if (wanted.rlim_cur > wanted.rlim_max) {
        errno = EINVAL;
        return -1;
    }
    __candor_atomic_begin();
    struct rlimit *limits = limits_of(resource);
    int is_allowed = wanted.rlim_max <= limits->rlim_max || !__candor_outside(1);
    if (is_allowed)
        *limits = wanted;
    __candor_atomic_end();
    if (is_allowed)
        return 0;
    errno = EPERM;
    return -1;
}

/* The time at which the program began, counted from some time in the past. */
static clock_t since(void)
{
    static clock_t begun;
    static int is_known;
    __candor_atomic_begin();
    if (!is_known)
        begun = (clock_t)__candor_outside(31) / 2;
    is_known = 1;
    clock_t found = begun;
    __candor_atomic_end();
    return found;
}

clock_t times(struct tms *to)
{
    clock_t ticks = (clock_t)(__model_processor_microseconds() / 10000); /* 100 in a second */
    if (to != NULL) {
        memset(to, 0, sizeof *to);
        to->tms_utime = ticks;
    }
    return since() + ticks;
}

/* Nobody else holds a lock. */
int flock(int fd, int operation)
{
    (void)operation;
    if (fd >= 0)
        return 0;
    errno = EBADF;
    return -1;
}

void openlog(const char *name, int options, int facility)
{
    __model_may_cancel();
    (void)name;
    (void)options;
    (void)facility;
}

void vsyslog(int priority, const char *format, va_list arguments)
{
    struct sink nowhere = {.stream = NULL};
    (void)priority;
    __model_format(&nowhere, format, arguments); /* the arguments must fit the format */
}

void syslog(int priority, const char *format, ...)
{
    __model_may_cancel();
    va_list arguments;
    va_start(arguments, format);
    vsyslog(priority, format, arguments);
    va_end(arguments);
}

int setlogmask(int mask)
{
    static int current = 0xff;
    int before = current;
    if (mask != 0)
        current = mask;
    return before;
}

void closelog(void)
{
    __model_may_cancel();
}
