/* What is done once, by whoever comes first; the others wait until it is done. */
#define _GNU_SOURCE
#include "candor.h"
#include <pthread.h>

enum { NOT_YET, NOW, DONE };

/* The thread ends before the routine returns: as if it had never been called, so that the next one calls it. */
static void take_back(void *once)
{
    __candor_atomic_begin();
    *(pthread_once_t *)once = NOT_YET;
    __candor_atomic_end();
}

int pthread_once(pthread_once_t *once, void (*initialize)(void))
{
    __candor_atomic_begin();
    int first = *once == NOT_YET;
    if (first)
        *once = NOW;
    else
        __candor_await(*once == DONE);
    __candor_atomic_end();
    if (!first)
        return 0;
    struct __candor_cleanup cleanup;
    __pthread_cleanup_push(&cleanup, take_back, once);
    initialize();
    __pthread_cleanup_pop(&cleanup, /* execute */ 0);
    __candor_atomic_begin();
    *once = DONE;
    __candor_atomic_end();
    return 0;
}
