/* The types that <signal.h> shares with others: sigset_t with 1024 bits, as in glibc, and stack_t. */
#ifndef _CANDOR_SIGSET_H
#define _CANDOR_SIGSET_H

#define __need_size_t
#include <stddef.h>

typedef struct {
    unsigned long __bits[1024 / (8 * sizeof(unsigned long))];
} __sigset_t;
typedef __sigset_t sigset_t;

typedef struct {
    void *ss_sp;
    int ss_flags;
    size_t ss_size;
} stack_t;

#endif
