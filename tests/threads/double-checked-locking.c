//@ verdict: violated assertion data-race
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int made;
static int object;
static void *one(void *argument) {
    if (!atomic_load(&made)) {
        pthread_mutex_lock(&mutex);
        if (!atomic_load(&made)) {
            atomic_store(&made, 1);
            object = 42;
        }
        pthread_mutex_unlock(&mutex);
    }
    assert(object == 42);
    return argument;
}
static void *two(void *argument) {
    if (!atomic_load(&made)) {
        pthread_mutex_lock(&mutex);
        if (!atomic_load(&made)) {
            atomic_store(&made, 1);
            object = 42;
        }
        pthread_mutex_unlock(&mutex);
    }
    assert(object == 42);
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
