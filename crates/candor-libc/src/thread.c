/* Threads: they begin, end, and are waited for. A pthread_t is a thread's number plus one, so that zero names none. */
#define _GNU_SOURCE
#include "candor.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

enum { MAX_KEYS = 1024, ROUNDS = 4 };

struct key {
    int used;
    void (*destructor)(void *);
};

static struct key keys[MAX_KEYS];
static int n_keys;
static _Thread_local void *values[MAX_KEYS];

static int number_of(pthread_t id)
{
    return (int)id - 1;
}

static void destroy_values(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        int again = 0;
        for (int k = 0; k < n_keys; k++) {
            void *value = values[k];
            values[k] = NULL;
            if (value != NULL && keys[k].used && keys[k].destructor != NULL) {
                keys[k].destructor(value);
                again = 1;
            }
        }
        if (!again)
            return;
    }
}

static _Noreturn void end(void *result)
{
    __candor_atomic_begin();
    if (n_keys > 0) {
        __candor_atomic_end();
        destroy_values();
        __candor_atomic_begin();
    }
    if (__candor_n_running() == 1) {
        /* The last thread: the program ends as if by exit. */
        __candor_atomic_end();
        exit(0);
    }
    /* Nobody can ask for the result of a detached thread. */
    int detached = __candor_thread_mark(__candor_self()) & MARK_DETACHED;
    __candor_thread_end(detached ? NULL : result);
}

void pthread_exit(void *result)
{
    __model_run_cleanup();
    end(result);
}

static void run(void *(*start)(void *), void *argument)
{
    end(start(argument));
}

static int detach_state(const pthread_attr_t *attributes)
{
    return attributes != NULL && attributes->__size[0];
}

int pthread_create(pthread_t *restrict id, const pthread_attr_t *restrict attributes, void *(*start)(void *),
                   void *restrict argument)
{
    /* The program's memory is written outside of the section, where it is seen as an access; what is written here nobody reads. */
    *id = 0;
    int detached = detach_state(attributes);
    __candor_atomic_begin();
    int thread = __candor_spawn((void *)run, (void *)start, argument);
    if (detached)
        __candor_thread_set_mark(thread, MARK_DETACHED);
    *id = (pthread_t)thread + 1;
    __candor_atomic_end();
    return 0;
}

pthread_t pthread_self(void)
{
    return (pthread_t)__candor_self() + 1;
}

int pthread_equal(pthread_t a, pthread_t b)
{
    return a == b;
}

/* Whether it may be joined or detached. The caller is in a section that nobody interrupts. */
static int is_joinable(int thread)
{
    return __candor_thread_progress(thread) != 0 && (__candor_thread_mark(thread) & ~MARK_CANCELLED) == 0;
}

int pthread_join(pthread_t id, void **result)
{
    int thread = number_of(id);
    __candor_atomic_begin();
    if (thread == __candor_self()) {
        __candor_atomic_end();
        return EDEADLK;
    }
    int known = is_joinable(thread);
    CHECK_LOCK(known, "join of a thread that does not exist, is detached, or was joined before");
    if (!known) {
        __candor_atomic_end();
        return ESRCH;
    }
    int cancelled = __model_is_cancelled();
    __candor_await(__candor_thread_progress(thread) == 2 || cancelled);
    if (cancelled) {
        __candor_atomic_end();
        __model_end_cancelled();
    }
    void *value = __candor_thread_result(thread);
    __candor_thread_forget(thread);
    __candor_atomic_end();
    if (result != NULL)
        *result = value;
    return 0;
}

int pthread_tryjoin_np(pthread_t id, void **result)
{
    __candor_atomic_begin();
    int progress = __candor_thread_progress(number_of(id));
    __candor_atomic_end();
    return progress == 1 ? EBUSY : pthread_join(id, result);
}

/* Time is not counted: whoever has not ended by now may take too long. */
int pthread_timedjoin_np(pthread_t id, void **result, const struct timespec *until)
{
    if (until == NULL)
        return pthread_join(id, result);
    int busy = __model_is_time_limit(until) ? ETIMEDOUT : EINVAL;
    if (number_of(id) == __candor_self())
        return EDEADLK;
    int error = pthread_tryjoin_np(id, result);
    return error == EBUSY ? busy : error;
}

/* Signal 0 only asks whether the thread is there. */
int pthread_kill(pthread_t id, int signal)
{
    int thread = number_of(id);
    __candor_atomic_begin();
    int known = __candor_thread_progress(thread) != 0 && __candor_thread_mark(thread) != -1;
    __candor_atomic_end();
    if (!known)
        return ESRCH;
    if (signal != 0 && thread != __candor_self())
        __candor_unsupported("a signal to another thread");
    return signal == 0 || raise(signal) == 0 ? 0 : EINVAL;
}

int pthread_detach(pthread_t id)
{
    int thread = number_of(id);
    __candor_atomic_begin();
    int known = is_joinable(thread);
    CHECK_LOCK(known, "detach of a thread that does not exist, is detached, or was joined before");
    if (known && __candor_thread_progress(thread) == 2)
        __candor_thread_forget(thread);
    else if (known)
        __candor_thread_set_mark(thread, __candor_thread_mark(thread) | MARK_DETACHED);
    __candor_atomic_end();
    return known ? 0 : ESRCH;
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    __candor_atomic_begin();
    /* A key that was deleted is not used again: threads still have values under it. */
    int k = n_keys;
    if (k == MAX_KEYS) {
        for (int used = 0; used < MAX_KEYS; used++)
            if (!keys[used].used)
                __candor_unsupported("more than 1024 keys of thread-specific data, some of them deleted");
        __candor_atomic_end();
        return EAGAIN;
    }
    keys[k].used = 1;
    keys[k].destructor = destructor;
    n_keys++;
    __candor_atomic_end();
    *key = (pthread_key_t)k;
    return 0;
}

int pthread_key_delete(pthread_key_t key)
{
    __candor_atomic_begin();
    int known = key < MAX_KEYS && keys[key].used;
    if (known)
        keys[key].used = 0;
    __candor_atomic_end();
    return known ? 0 : EINVAL;
}

void *pthread_getspecific(pthread_key_t key)
{
    return key < MAX_KEYS ? values[key] : NULL;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (key >= MAX_KEYS)
        return EINVAL;
    values[key] = (void *)value;
    return 0;
}
