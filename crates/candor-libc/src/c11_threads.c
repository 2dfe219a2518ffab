/* <threads.h>, by means of <pthread.h>. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <threads.h>

static int status(int error)
{
    switch (error) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ETIMEDOUT:
        return thrd_timedout;
    default:
        return thrd_error;
    }
}

static void run(int (*start)(void *), void *argument)
{
    pthread_exit((void *)(intptr_t)start(argument));
}

int thrd_create(thrd_t *id, thrd_start_t function, void *argument)
{
    /* Seen as an access, which what is written inside a section is not. */
    *id = 0;
    __candor_atomic_begin();
    *id = (thrd_t)__candor_spawn((void *)run, (void *)function, argument) + 1;
    __candor_atomic_end();
    return thrd_success;
}

int thrd_equal(thrd_t a, thrd_t b)
{
    return a == b;
}

thrd_t thrd_current(void)
{
    return pthread_self();
}

void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}

int thrd_detach(thrd_t id)
{
    return status(pthread_detach(id));
}

int thrd_join(thrd_t id, int *result)
{
    void *value = NULL;
    int error = pthread_join(id, &value);
    if (result != NULL)
        *result = (int)(intptr_t)value;
    return status(error);
}

void thrd_yield(void)
{
}

/* Sleeping takes no time, and nothing wakes anybody. */
int thrd_sleep(const struct timespec *wanted, struct timespec *rest)
{
    (void)rest;
    __model_cancellation_point();
    return wanted->tv_nsec >= 0 && wanted->tv_nsec < 1000000000 && wanted->tv_sec >= 0 ? 0 : -2;
}

int mtx_init(mtx_t *mutex, int type)
{
    pthread_mutexattr_t attributes = {.__align = type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL};
    return status(pthread_mutex_init((pthread_mutex_t *)mutex, &attributes));
}

int mtx_lock(mtx_t *mutex)
{
    return status(pthread_mutex_lock((pthread_mutex_t *)mutex));
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    return status(pthread_mutex_timedlock((pthread_mutex_t *)mutex, until));
}

/* It may fail although nobody has locked the mutex (7.28.4.5). */
int mtx_trylock(mtx_t *mutex)
{
    __candor_atomic_begin();
    int result = __candor_may() ? thrd_busy : status(pthread_mutex_trylock((pthread_mutex_t *)mutex));
    __candor_atomic_end();
    return result;
}

int mtx_unlock(mtx_t *mutex)
{
    return status(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}

void mtx_destroy(mtx_t *mutex)
{
    pthread_mutex_destroy((pthread_mutex_t *)mutex);
}

void call_once(once_flag *flag, void (*function)(void))
{
    pthread_once(&flag->__data, function);
}

int cnd_init(cnd_t *condition)
{
    return status(pthread_cond_init((pthread_cond_t *)condition, NULL));
}

int cnd_signal(cnd_t *condition)
{
    return status(pthread_cond_signal((pthread_cond_t *)condition));
}

int cnd_broadcast(cnd_t *condition)
{
    return status(pthread_cond_broadcast((pthread_cond_t *)condition));
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return status(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict until)
{
    return status(pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, until));
}

void cnd_destroy(cnd_t *condition)
{
    pthread_cond_destroy((pthread_cond_t *)condition);
}

int tss_create(tss_t *key, tss_dtor_t destructor)
{
    return status(pthread_key_create(key, destructor));
}

void *tss_get(tss_t key)
{
    return pthread_getspecific(key);
}

int tss_set(tss_t key, void *value)
{
    return status(pthread_setspecific(key, value));
}

void tss_delete(tss_t key)
{
    pthread_key_delete(key);
}
