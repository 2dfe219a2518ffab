/* Sets of threads that wait to be woken, at a condition variable or a barrier.
 *
 * Whether a thread sleeps is kept apart from what it waits at. So who has been woken need not look there again: by then it may have been
 * destroyed, freed, or initialised anew. All of this is used inside sections that nobody interrupts. */
#ifndef ASLEEP_H
#define ASLEEP_H

#include "candor.h"

enum { SET_BITS = 64, MAX_ASLEEP = 128 };

/* One bit for each thread. */
typedef unsigned long long threads;

extern char __model_asleep[MAX_ASLEEP];

static inline threads bit_of(int thread)
{
    return 1ULL << (thread % SET_BITS);
}

/* Wakes all of a set whose first member has this number. */
static inline void wake_all(threads set, int first)
{
    for (; set != 0; set &= set - 1)
        __model_asleep[first + __builtin_ctzll(set)] = 0;
}

#endif
