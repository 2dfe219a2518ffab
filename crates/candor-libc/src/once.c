/* What is done once, by whoever comes first; the others wait until it is done. */
#define _GNU_SOURCE
#include "candor.h"
#include <pthread.h>

enum { NOT_YET, NOW, DONE };

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
    initialize();
    __candor_atomic_begin();
    *once = DONE;
    __candor_atomic_end();
    return 0;
}
