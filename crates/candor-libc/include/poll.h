/* <poll.h> */
#ifndef _POLL_H
#define _POLL_H

#include <features.h>
#include <sys/types.h>

typedef unsigned long nfds_t;

struct pollfd {
    int fd;
    short events;
    short revents;
};

#define POLLIN 0x001
#define POLLPRI 0x002
#define POLLOUT 0x004
#define POLLERR 0x008
#define POLLHUP 0x010
#define POLLNVAL 0x020
#define POLLRDNORM 0x040
#define POLLRDBAND 0x080
#define POLLWRNORM 0x100
#define POLLWRBAND 0x200

int poll(struct pollfd *__fds, nfds_t __n, int __timeout);
#ifdef __CANDOR_GNU
#include <candor/sigset.h>
#include <candor/timetypes.h>
int ppoll(struct pollfd *__fds, nfds_t __n, const struct timespec *__timeout, const sigset_t *__mask);
#endif

#endif
