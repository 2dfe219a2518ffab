/* <pthread.h> */
#ifndef _PTHREAD_H
#define _PTHREAD_H

#include <features.h>
#define __need_size_t
#define __need_NULL
#include <stddef.h>
#include <candor/pthreadtypes.h>
#include <sched.h>
#include <time.h>

#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT PTHREAD_MUTEX_NORMAL
#define PTHREAD_MUTEX_TIMED_NP 0
#define PTHREAD_MUTEX_RECURSIVE_NP 1
#define PTHREAD_MUTEX_ERRORCHECK_NP 2
#define PTHREAD_MUTEX_ADAPTIVE_NP 3
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_PRIO_NONE 0
#define PTHREAD_PRIO_INHERIT 1
#define PTHREAD_PRIO_PROTECT 2
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED ((void *)-1)
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)

#ifdef __LP64__
#define __CANDOR_MUTEX(kind) \
    { \
        { \
            0, 0, 0, 0, kind \
        } \
    }
#else
#define __CANDOR_MUTEX(kind) {{0, 0, 0, kind, 0}}
#endif
#define PTHREAD_MUTEX_INITIALIZER __CANDOR_MUTEX(PTHREAD_MUTEX_TIMED_NP)
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP __CANDOR_MUTEX(PTHREAD_MUTEX_RECURSIVE_NP)
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP __CANDOR_MUTEX(PTHREAD_MUTEX_ERRORCHECK_NP)
#define PTHREAD_COND_INITIALIZER {{0}}
#define PTHREAD_RWLOCK_INITIALIZER {{0}}

int pthread_create(pthread_t *__restrict __id, const pthread_attr_t *__restrict __attributes, void *(*__start)(void *),
                   void *__restrict __argument);
__CANDOR_NORETURN void pthread_exit(void *__result);
int pthread_join(pthread_t __id, void **__result);
int pthread_detach(pthread_t __id);
pthread_t pthread_self(void);
int pthread_equal(pthread_t __a, pthread_t __b);
int pthread_cancel(pthread_t __id);
int pthread_setcancelstate(int __state, int *__old);
int pthread_setcanceltype(int __type, int *__old);
void pthread_testcancel(void);
int pthread_kill(pthread_t __id, int __signal);
int pthread_once(pthread_once_t *__once, void (*__initialize)(void));
int pthread_yield(void);
int pthread_atfork(void (*__prepare)(void), void (*__parent)(void), void (*__child)(void));

int pthread_attr_init(pthread_attr_t *__attributes);
int pthread_attr_destroy(pthread_attr_t *__attributes);
int pthread_attr_setdetachstate(pthread_attr_t *__attributes, int __state);
int pthread_attr_getdetachstate(const pthread_attr_t *__attributes, int *__state);
int pthread_attr_setstacksize(pthread_attr_t *__attributes, size_t __size);
int pthread_attr_getstacksize(const pthread_attr_t *__restrict __attributes, size_t *__restrict __size);
int pthread_attr_setscope(pthread_attr_t *__attributes, int __scope);
int pthread_attr_setschedpolicy(pthread_attr_t *__attributes, int __policy);
int pthread_attr_setschedparam(pthread_attr_t *__restrict __attributes, const struct sched_param *__restrict __param);
int pthread_attr_setinheritsched(pthread_attr_t *__attributes, int __inherit);

int pthread_mutex_init(pthread_mutex_t *__mutex, const pthread_mutexattr_t *__attributes);
int pthread_mutex_destroy(pthread_mutex_t *__mutex);
int pthread_mutex_lock(pthread_mutex_t *__mutex);
int pthread_mutex_trylock(pthread_mutex_t *__mutex);
int pthread_mutex_timedlock(pthread_mutex_t *__restrict __mutex, const struct timespec *__restrict __until);
int pthread_mutex_unlock(pthread_mutex_t *__mutex);
int pthread_mutexattr_init(pthread_mutexattr_t *__attributes);
int pthread_mutexattr_destroy(pthread_mutexattr_t *__attributes);
int pthread_mutexattr_settype(pthread_mutexattr_t *__attributes, int __type);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *__restrict __attributes, int *__restrict __type);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *__attributes, int __shared);
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *__attributes, int __protocol);

int pthread_cond_init(pthread_cond_t *__restrict __cond, const pthread_condattr_t *__restrict __attributes);
int pthread_cond_destroy(pthread_cond_t *__cond);
int pthread_cond_wait(pthread_cond_t *__restrict __cond, pthread_mutex_t *__restrict __mutex);
int pthread_cond_timedwait(pthread_cond_t *__restrict __cond, pthread_mutex_t *__restrict __mutex,
                           const struct timespec *__restrict __until);
int pthread_cond_signal(pthread_cond_t *__cond);
int pthread_cond_broadcast(pthread_cond_t *__cond);
int pthread_condattr_init(pthread_condattr_t *__attributes);
int pthread_condattr_destroy(pthread_condattr_t *__attributes);
int pthread_condattr_setclock(pthread_condattr_t *__attributes, clockid_t __clock);

int pthread_rwlock_init(pthread_rwlock_t *__restrict __lock, const pthread_rwlockattr_t *__restrict __attributes);
int pthread_rwlock_destroy(pthread_rwlock_t *__lock);
int pthread_rwlock_rdlock(pthread_rwlock_t *__lock);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *__lock);
int pthread_rwlock_wrlock(pthread_rwlock_t *__lock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *__lock);
int pthread_rwlock_unlock(pthread_rwlock_t *__lock);
int pthread_rwlockattr_init(pthread_rwlockattr_t *__attributes);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *__attributes);

int pthread_barrier_init(pthread_barrier_t *__restrict __barrier, const pthread_barrierattr_t *__restrict __attributes,
                         unsigned int __count);
int pthread_barrier_destroy(pthread_barrier_t *__barrier);
int pthread_barrier_wait(pthread_barrier_t *__barrier);

int pthread_spin_init(pthread_spinlock_t *__lock, int __shared);
int pthread_spin_destroy(pthread_spinlock_t *__lock);
int pthread_spin_lock(pthread_spinlock_t *__lock);
int pthread_spin_trylock(pthread_spinlock_t *__lock);
int pthread_spin_unlock(pthread_spinlock_t *__lock);

int pthread_key_create(pthread_key_t *__key, void (*__destructor)(void *));
int pthread_key_delete(pthread_key_t __key);
void *pthread_getspecific(pthread_key_t __key);
int pthread_setspecific(pthread_key_t __key, const void *__value);

int pthread_setschedparam(pthread_t __id, int __policy, const struct sched_param *__param);
int pthread_getschedparam(pthread_t __id, int *__restrict __policy, struct sched_param *__restrict __param);
int pthread_setname_np(pthread_t __id, const char *__name);

int pthread_tryjoin_np(pthread_t __id, void **__result);
int pthread_timedjoin_np(pthread_t __id, void **__result, const struct timespec *__until);
int pthread_mutex_clocklock(pthread_mutex_t *__restrict __mutex, clockid_t __clock,
                            const struct timespec *__restrict __until);
int pthread_cond_clockwait(pthread_cond_t *__restrict __cond, pthread_mutex_t *__restrict __mutex, clockid_t __clock,
                           const struct timespec *__restrict __until);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *__restrict __lock, const struct timespec *__restrict __until);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *__restrict __lock, const struct timespec *__restrict __until);
int pthread_condattr_setpshared(pthread_condattr_t *__attributes, int __shared);
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *__attributes, int __shared);
int pthread_barrierattr_init(pthread_barrierattr_t *__attributes);
int pthread_barrierattr_destroy(pthread_barrierattr_t *__attributes);
int pthread_barrierattr_setpshared(pthread_barrierattr_t *__attributes, int __shared);
int pthread_setconcurrency(int __level);

/* What pthread_cleanup_push leaves on the stack. */
struct __candor_cleanup {
    void (*__handler)(void *);
    void *__argument;
    struct __candor_cleanup *__before;
};
void __pthread_cleanup_push(struct __candor_cleanup *__cleanup, void (*__handler)(void *), void *__argument);
void __pthread_cleanup_pop(struct __candor_cleanup *__cleanup, int __execute);

#define pthread_cleanup_push(handler, argument) \
    do { \
        struct __candor_cleanup __cleanup; \
        __pthread_cleanup_push(&__cleanup, (handler), (argument));
#define pthread_cleanup_pop(execute) \
    __pthread_cleanup_pop(&__cleanup, (execute)); \
    } \
    while (0)

#endif
