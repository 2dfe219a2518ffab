/* <ucontext.h> */
#ifndef _UCONTEXT_H
#define _UCONTEXT_H

#include <features.h>
#include <sys/types.h>

#include <candor/sigset.h>
#include <signal.h>

/* The registers are as large as in glibc, and nobody looks into them. */
#ifdef __LP64__
#define __CANDOR_SIZEOF_REGISTERS 256
#define __CANDOR_SIZEOF_FLOAT_STATE 544
#else
#define __CANDOR_SIZEOF_REGISTERS 88
#define __CANDOR_SIZEOF_FLOAT_STATE 128
#endif

typedef struct {
    unsigned long __registers[__CANDOR_SIZEOF_REGISTERS / sizeof(unsigned long)];
} mcontext_t;

typedef struct ucontext_t {
    unsigned long uc_flags;
    struct ucontext_t *uc_link;
    stack_t uc_stack;
    mcontext_t uc_mcontext;
    sigset_t uc_sigmask;
    unsigned long __float_state[__CANDOR_SIZEOF_FLOAT_STATE / sizeof(unsigned long)];
} ucontext_t;

int getcontext(ucontext_t *__to);
int setcontext(const ucontext_t *__from);
void makecontext(ucontext_t *__context, void (*__function)(void), int __n_arguments, ...);
int swapcontext(ucontext_t *__restrict __to, const ucontext_t *__restrict __from);

#endif
