/* The types of <pthread.h>, with the sizes and the `kind` offsets of glibc on x86: preprocessed glibc code and code
 * that includes our headers agree on their layout. */
#ifndef _CANDOR_PTHREADTYPES_H
#define _CANDOR_PTHREADTYPES_H

#ifdef __LP64__
#define __CANDOR_SIZEOF_ATTR 56
#define __CANDOR_SIZEOF_MUTEX 40
#define __CANDOR_SIZEOF_RWLOCK 56
#define __CANDOR_SIZEOF_BARRIER 32
#else
#define __CANDOR_SIZEOF_ATTR 36
#define __CANDOR_SIZEOF_MUTEX 24
#define __CANDOR_SIZEOF_RWLOCK 32
#define __CANDOR_SIZEOF_BARRIER 20
#endif
#define __CANDOR_SIZEOF_COND 48

typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;

typedef union pthread_attr_t {
    char __size[__CANDOR_SIZEOF_ATTR];
    long __align;
} pthread_attr_t;

typedef union {
    struct {
        int __lock;
        unsigned int __count;
        int __owner;
#ifdef __LP64__
        unsigned int __nusers;
        int __kind;
#else
        int __kind;
        unsigned int __nusers;
#endif
    } __data;
    char __size[__CANDOR_SIZEOF_MUTEX];
    long __align;
} pthread_mutex_t;

typedef union {
    char __size[__CANDOR_SIZEOF_COND];
    __extension__ long long __align;
} pthread_cond_t;

typedef union {
    char __size[__CANDOR_SIZEOF_RWLOCK];
    long __align;
} pthread_rwlock_t;

typedef union {
    char __size[__CANDOR_SIZEOF_BARRIER];
    long __align;
} pthread_barrier_t;

typedef union {
    char __size[4];
    int __align;
} pthread_mutexattr_t;

typedef union {
    char __size[4];
    int __align;
} pthread_condattr_t;

typedef union {
    char __size[8];
    long __align;
} pthread_rwlockattr_t;

typedef union {
    char __size[4];
    int __align;
} pthread_barrierattr_t;

#endif
