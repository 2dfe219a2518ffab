/* <semaphore.h>: sizes of glibc on x86. */
#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H

#include <features.h>
#include <candor/timetypes.h>
#include <sys/types.h>

#ifdef __LP64__
#define __SIZEOF_SEM_T 32
#else
#define __SIZEOF_SEM_T 16
#endif

typedef union {
    char __size[__SIZEOF_SEM_T];
    long __align;
} sem_t;

#define SEM_FAILED ((sem_t *)0)
#define SEM_VALUE_MAX 2147483647

int sem_init(sem_t *__semaphore, int __shared, unsigned int __value);
int sem_destroy(sem_t *__semaphore);
sem_t *sem_open(const char *__name, int __flags, ...);
int sem_close(sem_t *__semaphore);
int sem_unlink(const char *__name);
int sem_wait(sem_t *__semaphore);
int sem_trywait(sem_t *__semaphore);
int sem_timedwait(sem_t *__restrict __semaphore, const struct timespec *__restrict __until);
int sem_clockwait(sem_t *__restrict __semaphore, clockid_t __clock, const struct timespec *__restrict __until);
int sem_post(sem_t *__semaphore);
int sem_getvalue(sem_t *__restrict __semaphore, int *__restrict __value);

#endif
