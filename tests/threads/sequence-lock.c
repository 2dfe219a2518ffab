//@ verdict: violated assertion
// Readers try again if the number has changed; the faulty writer changes it only once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint sequence;
static atomic_int low, high;
static void *writer(void *argument) {
    atomic_fetch_add(&sequence, 2);
    atomic_store(&low, 1);
    atomic_store(&high, 1);
    return argument;
}
static void *reader(void *argument) {
    unsigned before = atomic_load(&sequence);
    int l = atomic_load(&low), h = atomic_load(&high);
    if (before % 2 == 0 && atomic_load(&sequence) == before)
        assert(l == h);
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
