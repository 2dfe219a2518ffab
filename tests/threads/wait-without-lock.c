//@ verdict: violated lock-misuse
// Whoever waits for a condition must hold the mutex.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void *waiter(void *argument) {
    int seen = 0;
    while (!seen) {
        pthread_cond_wait(&changed, &mutex);
        seen = 1;
    }
    pthread_mutex_unlock(&mutex);
    return argument;
}
static void *waker(void *argument) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
