/* <sys/select.h> */
#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H

#include <candor/timetypes.h>
#include <candor/sigset.h>

#define FD_SETSIZE 1024
#define __CANDOR_FD_BITS (8 * (int)sizeof(long))

typedef struct {
    unsigned long __bits[FD_SETSIZE / (8 * sizeof(long))];
} fd_set;

#define __CANDOR_FD_MASK(fd) (1UL << ((fd) % __CANDOR_FD_BITS))
#define FD_SET(fd, set) ((void)((set)->__bits[(fd) / __CANDOR_FD_BITS] |= __CANDOR_FD_MASK(fd)))
#define FD_CLR(fd, set) ((void)((set)->__bits[(fd) / __CANDOR_FD_BITS] &= ~__CANDOR_FD_MASK(fd)))
#define FD_ISSET(fd, set) (((set)->__bits[(fd) / __CANDOR_FD_BITS] & __CANDOR_FD_MASK(fd)) != 0)
#define FD_ZERO(set) ((void)(*(set) = (fd_set){{0}}))

int select(int __n, fd_set *__restrict __read, fd_set *__restrict __write, fd_set *__restrict __except,
           struct timeval *__restrict __timeout);
int pselect(int __n, fd_set *__restrict __read, fd_set *__restrict __write, fd_set *__restrict __except,
            const struct timespec *__restrict __timeout, const sigset_t *__restrict __mask);

#endif
