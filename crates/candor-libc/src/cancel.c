/* Cancellation, deferred: a thread that is to end does so at its next cancellation point, unless it has said that it must not.
 * Those that wait there wait for this, too. What other models call of it is linked only if the program cancels threads. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <pthread.h>

static _Thread_local int disabled;
static _Thread_local int type;
/* The handlers that pthread_cleanup_push has left, the newest first. */
static _Thread_local struct __candor_cleanup *newest;

int pthread_cancel(pthread_t id)
{
    int thread = (int)id - 1, mark;
    __candor_atomic_begin();
    int progress = __candor_thread_progress(thread);
    mark = __candor_thread_mark(thread);
    int known = progress != 0 && mark != -1;
    CHECK_LOCK(known, "cancellation of a thread that does not exist or was joined before");
    if (known && progress == 1)
        __candor_thread_set_mark(thread, mark | MARK_CANCELLED);
    __candor_atomic_end();
    return known ? 0 : ESRCH;
}

int __model_is_cancelled(void)
{
    return !disabled && (__candor_thread_mark(__candor_self()) & MARK_CANCELLED);
}

int __model_can_cancel(void)
{
    return 1;
}

void __model_end_cancelled(void)
{
    disabled = 1;
    pthread_exit(PTHREAD_CANCELED);
}

void __model_cancellation_point(void)
{
    __candor_atomic_begin();
    int cancelled = __model_is_cancelled();
    __candor_atomic_end();
    if (cancelled)
        __model_end_cancelled();
}

void __model_may_cancel(void)
{
    __candor_atomic_begin();
    int cancelled = __model_is_cancelled() && __candor_may();
    __candor_atomic_end();
    if (cancelled)
        __model_end_cancelled();
}

void pthread_testcancel(void)
{
    __model_cancellation_point();
}

int pthread_setcancelstate(int state, int *old)
{
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
        return EINVAL;
    if (old != NULL)
        *old = disabled ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE;
    disabled = state == PTHREAD_CANCEL_DISABLE;
    return 0;
}

int pthread_setcanceltype(int new, int *old)
{
    if (new != PTHREAD_CANCEL_DEFERRED && new != PTHREAD_CANCEL_ASYNCHRONOUS)
        return EINVAL;
    if (new == PTHREAD_CANCEL_ASYNCHRONOUS && __model_can_cancel())
        __candor_unsupported("cancellation of threads at any time");
    if (old != NULL)
        *old = type;
    type = new;
    return 0;
}

void __pthread_cleanup_push(struct __candor_cleanup *cleanup, void (*handler)(void *), void *argument)
{
    cleanup->__handler = handler;
    cleanup->__argument = argument;
    cleanup->__before = newest;
    newest = cleanup;
}

void __pthread_cleanup_pop(struct __candor_cleanup *cleanup, int execute)
{
    newest = cleanup->__before;
    if (execute)
        cleanup->__handler(cleanup->__argument);
}

/* At the end of a thread that does not return from its function. */
void __model_run_cleanup(void)
{
    disabled = 1;
    while (newest != NULL)
        __pthread_cleanup_pop(newest, /* execute */ 1);
}
