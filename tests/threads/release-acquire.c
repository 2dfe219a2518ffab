//@ verdict: violated assertion data-race
// Release and acquire are weaker than what is looked at: no proof, but faults stand.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int value;
static atomic_int ready;
static void *writer(void *argument) {
    atomic_store_explicit(&ready, 1, memory_order_release);
    value = 1;
    return argument;
}
static void *reader(void *argument) {
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(value == 1);
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
