//@ verdict: holds
// A buffer of one with a condition variable; the faulty one tests the condition once.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int n_items;
static void *producer(void *argument) {
    pthread_mutex_lock(&mutex);
    n_items++;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&mutex);
    return argument;
}
static void *consumer(void *argument) {
    pthread_mutex_lock(&mutex);
    while (n_items == 0)
        pthread_cond_wait(&filled, &mutex);
    assert(n_items > 0);
    n_items--;
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
