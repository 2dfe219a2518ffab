/* Two processes that take two locks in different orders, and one that waits for what never comes. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t a_lock = PTHREAD_MUTEX_INITIALIZER, b_lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t never;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

void one(void) {
    both(&a_lock, &b_lock);
}

void two(void) {
    both(&b_lock, &a_lock);
}

void nothing(void) {
}

void alone(void) {
    sem_wait(&never);
}
