//@ verdict: violated assertion
// The largest value that anybody has seen; the faulty one compares and stores in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int largest;
static void see(int value) {
    int seen = atomic_load(&largest);
    if (value > seen)
        atomic_store(&largest, value);
}
static void *one(void *argument) {
    see(1);
    return argument;
}
static void *two(void *argument) {
    see(2);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&largest) == 2);
    return 0;
}
