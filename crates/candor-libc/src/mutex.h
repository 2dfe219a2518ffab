/* What other models need of mutexes. Both are called inside a section that nobody interrupts. */
#ifndef MUTEX_H
#define MUTEX_H

#include <pthread.h>

/* Who owns it is in `__owner`, the thread's number plus one. */
#define OWNS(mutex, thread) ((mutex)->__data.__lock && (mutex)->__data.__owner == (thread) + 1)

static inline void take(pthread_mutex_t *mutex, int thread)
{
    mutex->__data.__lock = 1;
    mutex->__data.__owner = thread + 1;
    mutex->__data.__count++;
}

static inline void release(pthread_mutex_t *mutex)
{
    mutex->__data.__lock = 0;
    mutex->__data.__owner = 0;
    mutex->__data.__count = 0;
}

#endif
