//@ verdict: violated assertion
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready_now = PTHREAD_COND_INITIALIZER;
static int ready;
static void *one(void *argument) {
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&ready_now);
    pthread_mutex_unlock(&mutex);
    return argument;
}
static void *two(void *argument) {
    pthread_mutex_lock(&mutex);
    if (!ready)
        pthread_cond_wait(&ready_now, &mutex);
    assert(ready);
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);

    return 0;
}
