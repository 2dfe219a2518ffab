//@ verdict: holds
// A latch that counts down; in the faulty one without the mutex.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t zero = PTHREAD_COND_INITIALIZER;
static int count = 1, result;
static void *worker(void *argument) {
    result = 4;
    pthread_mutex_lock(&mutex);
    count--;
    pthread_cond_broadcast(&zero);
    pthread_mutex_unlock(&mutex);
    return argument;
}
static void *waiter(void *argument) {
    pthread_mutex_lock(&mutex);
    while (count > 0)
        pthread_cond_wait(&zero, &mutex);
    pthread_mutex_unlock(&mutex);
    return result == 4 ? argument : NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, waiter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
