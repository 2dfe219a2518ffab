/* sigset_t: 1024 bits, as in glibc. */
#ifndef _CANDOR_SIGSET_H
#define _CANDOR_SIGSET_H

typedef struct {
    unsigned long __bits[1024 / (8 * sizeof(unsigned long))];
} __sigset_t;
typedef __sigset_t sigset_t;

#endif
