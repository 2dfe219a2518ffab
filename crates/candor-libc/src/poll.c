/* poll and select: which descriptors are ready is for the world outside to say. A plain run finds all of them ready. */
#define _GNU_SOURCE
#include "candor.h"
#include "clock.h"
#include <errno.h>
#include <poll.h>
#include <sys/select.h>

/* What a descriptor reports unasked. */
enum { UNASKED = POLLERR | POLLHUP | POLLNVAL };

static int look(struct pollfd *fds, nfds_t n)
{
    int n_ready = 0;
    for (nfds_t i = 0; i < n; i++) {
        int away = (int)__candor_outside(16);
        fds[i].revents = fds[i].fd < 0 ? 0 : (short)((fds[i].events & ~away) | (away & UNASKED));
        n_ready += fds[i].revents != 0;
    }
    return n_ready;
}

static int is_any_watched(const struct pollfd *fds, nfds_t n)
{
    for (nfds_t i = 0; i < n; i++)
        if (fds[i].fd >= 0)
            return 1;
    return 0;
}

/* Somebody who waits without a limit goes on only when something is ready, which some day it is; or when a signal was handled. */
static int wait_for(struct pollfd *fds, nfds_t n, int is_limited)
{
    if (!is_limited && !is_any_watched(fds, n))
        return __model_wait_for_handler();
    __model_cancellation_point();
    if (__candor_outside(1)) {
        errno = EINTR;
        return -1;
    }
    int n_ready = look(fds, n);
    __candor_assume(is_limited | (n_ready != 0));
    return n_ready;
}

int poll(struct pollfd *fds, nfds_t n, int timeout)
{
    int result = wait_for(fds, n, timeout >= 0);
    if (result == 0)
        __model_pass_time((unsigned int)timeout / 1000, (unsigned int)timeout % 1000 * 1000000);
    return result;
}

int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *timeout, const sigset_t *mask)
{
    if (mask != NULL)
        __candor_unsupported("ppoll with a mask of signals");
    if (timeout != NULL && (!__model_is_time_limit(timeout) || timeout->tv_sec < 0)) {
        errno = EINVAL;
        return -1;
    }
    int result = wait_for(fds, n, timeout != NULL);
    if (result == 0)
        __model_pass_time((unsigned long long)timeout->tv_sec, (unsigned int)timeout->tv_nsec);
    return result;
}

/* Leaves those in the set that are ready; how many. */
static int keep_ready(fd_set *set, int n)
{
    int n_ready = 0;
    if (set == NULL)
        return 0;
    for (int fd = 0; fd < n; fd++) {
        unsigned long bit = 1UL << (fd % __CANDOR_FD_BITS);
        unsigned long *word = &set->__bits[fd / __CANDOR_FD_BITS];
        if ((*word & bit) == 0)
            continue;
        unsigned long away = (unsigned long)__candor_outside(1);
        *word &= ~(away << (fd % __CANDOR_FD_BITS));
        n_ready += !away;
    }
    return n_ready;
}

static int is_any_in(const fd_set *set, int n)
{
    for (int fd = 0; set != NULL && fd < n; fd++)
        if (FD_ISSET(fd, set))
            return 1;
    return 0;
}

static int select_ready(int n, fd_set *read, fd_set *write, fd_set *except, int is_limited)
{
    if (n > FD_SETSIZE)
        __candor_unsupported("select with more descriptors than a set has");
    if (n >= 0 && !is_limited && !is_any_in(read, n) && !is_any_in(write, n) && !is_any_in(except, n))
        return __model_wait_for_handler();
    __model_cancellation_point();
    if (n < 0 || __candor_outside(1)) {
        errno = n < 0 ? EINVAL : EINTR;
        return -1;
    }
    int n_ready = keep_ready(read, n) + keep_ready(write, n) + keep_ready(except, n);
    __candor_assume(is_limited | (n_ready != 0));
    return n_ready;
}

/* As on Linux microseconds may be more than a second, and the time that was left is written back. */
int select(int n, fd_set *restrict read, fd_set *restrict write, fd_set *restrict except,
           struct timeval *restrict timeout)
{
    if (timeout != NULL && (timeout->tv_sec < 0 || timeout->tv_usec < 0)) {
        errno = EINVAL;
        return -1;
    }
    int result = select_ready(n, read, write, except, timeout != NULL);
    if (timeout != NULL) {
        struct timeval left = {(long)__candor_outside(31), (long)__candor_outside(20)};
        unsigned long long seconds = (unsigned long long)timeout->tv_sec + (unsigned long long)timeout->tv_usec / 1000000;
        long microseconds = timeout->tv_usec % 1000000;
        int is_less = ((unsigned long long)left.tv_sec < seconds) & (left.tv_usec < 1000000);
        int is_last = ((unsigned long long)left.tv_sec == seconds) & (left.tv_usec <= microseconds);
        __candor_assume(is_less | is_last);
        if (result == 0) {
            __model_pass_time(seconds, (unsigned int)microseconds * 1000);
            left = (struct timeval){0, 0};
        }
        *timeout = left;
    }
    return result;
}

int pselect(int n, fd_set *restrict read, fd_set *restrict write, fd_set *restrict except,
            const struct timespec *restrict timeout, const sigset_t *restrict mask)
{
    if (mask != NULL)
        __candor_unsupported("pselect with a mask of signals");
    if (timeout != NULL && (!__model_is_time_limit(timeout) || timeout->tv_sec < 0)) {
        errno = EINVAL;
        return -1;
    }
    int result = select_ready(n, read, write, except, timeout != NULL);
    if (result == 0)
        __model_pass_time((unsigned long long)timeout->tv_sec, (unsigned int)timeout->tv_nsec);
    return result;
}
