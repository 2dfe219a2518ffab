//@ verdict: violated assertion
// The lock of Mellor-Crummey and Scott; in the faulty one joining the queue is two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
/* Nodes are numbered from 1. */
static atomic_int tail, next[3], waits[3], inside;
static void critical(int self) {
    atomic_store(&waits[self], 1);
    int before = atomic_load(&tail);
    atomic_store(&tail, self);
    if (before != 0) {
        atomic_store(&next[before], self);
        while (atomic_load(&waits[self]))
            ;
    }
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    int expected = self;
    if (!atomic_compare_exchange_strong(&tail, &expected, 0)) {
        while (atomic_load(&next[self]) == 0)
            ;
        atomic_store(&waits[atomic_load(&next[self])], 0);
    }
}
static void *one(void *argument) {
    critical(1);
    return argument;
}
static void *two(void *argument) {
    critical(2);
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
