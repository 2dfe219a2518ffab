// Locks that are tried for, with success and without.
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    struct timespec until = {0, 0};
    if (pthread_mutex_trylock(&mutex) == 0)
        pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    if (pthread_mutex_trylock(&mutex) == 0)
        return 1;
    if (pthread_mutex_timedlock(&mutex, &until) == 0)
        return 2;
    pthread_mutex_unlock(&mutex);
    if (pthread_mutex_timedlock(&mutex, &until) == 0)
        pthread_mutex_unlock(&mutex);
    return 0;
}
