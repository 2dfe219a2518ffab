/* <threads.h> */
#ifndef _THREADS_H
#define _THREADS_H

#include <features.h>
#include <candor/pthreadtypes.h>
#include <time.h>

#if !defined __cplusplus && (!defined __STDC_VERSION__ || __STDC_VERSION__ < 202311L)
#define thread_local _Thread_local
#endif
#define ONCE_FLAG_INIT {0}
#define TSS_DTOR_ITERATIONS 4

typedef unsigned long thrd_t;
typedef unsigned int tss_t;
typedef void (*tss_dtor_t)(void *);
typedef int (*thrd_start_t)(void *);

typedef struct {
    int __data;
} once_flag;

/* The sizes of pthread_mutex_t and pthread_cond_t. */
typedef union {
    char __size[sizeof(pthread_mutex_t)];
    long __align;
} mtx_t;

typedef union {
    char __size[sizeof(pthread_cond_t)];
    __extension__ long long __align;
} cnd_t;

enum { thrd_success = 0, thrd_busy = 1, thrd_error = 2, thrd_nomem = 3, thrd_timedout = 4 };
enum { mtx_plain = 0, mtx_recursive = 1, mtx_timed = 2 };

int thrd_create(thrd_t *__id, thrd_start_t __function, void *__argument);
int thrd_equal(thrd_t __a, thrd_t __b);
thrd_t thrd_current(void);
int thrd_sleep(const struct timespec *__wanted, struct timespec *__rest);
__CANDOR_NORETURN void thrd_exit(int __result);
int thrd_detach(thrd_t __id);
int thrd_join(thrd_t __id, int *__result);
void thrd_yield(void);
int mtx_init(mtx_t *__mutex, int __type);
int mtx_lock(mtx_t *__mutex);
int mtx_timedlock(mtx_t *__restrict __mutex, const struct timespec *__restrict __until);
int mtx_trylock(mtx_t *__mutex);
int mtx_unlock(mtx_t *__mutex);
void mtx_destroy(mtx_t *__mutex);
void call_once(once_flag *__flag, void (*__function)(void));
int cnd_init(cnd_t *__condition);
int cnd_signal(cnd_t *__condition);
int cnd_broadcast(cnd_t *__condition);
int cnd_wait(cnd_t *__condition, mtx_t *__mutex);
int cnd_timedwait(cnd_t *__restrict __condition, mtx_t *__restrict __mutex, const struct timespec *__restrict __until);
void cnd_destroy(cnd_t *__condition);
int tss_create(tss_t *__key, tss_dtor_t __destructor);
void *tss_get(tss_t __key);
int tss_set(tss_t __key, void *__value);
void tss_delete(tss_t __key);

#endif
