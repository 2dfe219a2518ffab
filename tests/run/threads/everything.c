//@ data-model: both
//@ run-native
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
// Barriers, read-write locks, spin locks, once, keys, atomics, recursive and error-checking mutexes.
static pthread_barrier_t barrier;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static atomic_int n_destroyed, n_serial, n_once;
static int guarded, spun;
static void initialize(void) { n_once++; }
static void destroy(void *value) {
    free(value);
    n_destroyed++;
}
static void *work(void *argument) {
    pthread_once(&once, initialize);
    int *own = malloc(sizeof *own);
    *own = 1;
    pthread_setspecific(key, own);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        n_serial++;
    pthread_rwlock_rdlock(&rwlock);
    int seen = guarded;
    pthread_rwlock_unlock(&rwlock);
    pthread_rwlock_wrlock(&rwlock);
    guarded += 1;
    pthread_rwlock_unlock(&rwlock);
    pthread_spin_lock(&spin);
    spun++;
    pthread_spin_unlock(&spin);
    if (pthread_getspecific(key) != own || seen > 2)
        abort();
    pthread_exit(argument);
}
int main(void) {
    pthread_t threads[3];
    pthread_barrier_init(&barrier, NULL, 3);
    pthread_spin_init(&spin, 0);
    pthread_key_create(&key, destroy);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, work, &threads[i]);
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(threads[i], &result);
        if (result != &threads[i])
            abort();
    }
    printf("%d %d %d %d %d\n", n_destroyed, n_serial, n_once, guarded, spun);
    pthread_mutex_t mutex;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attributes);
    printf("%d", pthread_mutex_lock(&mutex));
    printf(" %d", pthread_mutex_trylock(&mutex));
    printf(" %d %d", pthread_mutex_unlock(&mutex), pthread_mutex_unlock(&mutex));
    printf(" %d\n", pthread_mutex_unlock(&mutex) == EPERM);
    pthread_mutex_destroy(&mutex);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutex_lock(&mutex);
    printf("%d %d\n", pthread_mutex_lock(&mutex) == EDEADLK, pthread_equal(pthread_self(), pthread_self()) != 0);
    return 0;
}
