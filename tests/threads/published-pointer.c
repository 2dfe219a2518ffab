//@ verdict: violated assertion data-race
// A pointer to something complete; the faulty one publishes first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static int value;
static _Atomic(int *) published;
static void *writer(void *argument) {
    atomic_store(&published, &value);
    value = 7;
    return argument;
}
static void *reader(void *argument) {
    int *seen = atomic_load(&published);
    assert(seen == NULL || *seen == 7);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
