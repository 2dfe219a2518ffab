//@ verdict: violated assertion
// Two numbers that belong together, in one word; the faulty ones in two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint word, other;
static void *writer(void *argument) {
    atomic_store(&word, 1u);
    atomic_store(&other, 1u);
    return argument;
}
static void *reader(void *argument) {
    unsigned low = atomic_load(&word), high = atomic_load(&other);
    assert(low == high);
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
