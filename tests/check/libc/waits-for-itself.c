// A thread that would wait for itself is told so.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
int main(void)
{
    struct timespec now = {0, 0};
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    pthread_rwlock_wrlock(&lock);
    assert(pthread_rwlock_timedwrlock(&lock, &now) == EDEADLK);
    assert(pthread_rwlock_timedrdlock(&lock, &now) == EDEADLK);
    assert(pthread_timedjoin_np(pthread_self(), 0, &now) == EDEADLK);
    return pthread_rwlock_unlock(&lock);
}
