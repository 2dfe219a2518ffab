//@ verdict: holds
// A thread that asks again for an error-checking mutex that it has is told so at once.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    struct timespec until = {0, 0};
    pthread_mutexattr_t attributes;
    pthread_mutex_t mutex;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutex_lock(&mutex);
    assert(pthread_mutex_timedlock(&mutex, &until) == EDEADLK);
    return 0;
}
