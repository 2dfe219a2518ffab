//@ verdict: holds
// A weak compare-and-exchange may fail although the values are equal; in a loop it succeeds at last, and then the value was the old one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int cell;
static void *work(void *argument) {
    int expected = 0;
    while (!atomic_compare_exchange_weak(&cell, &expected, expected + 1))
        ;
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    work(NULL);
    pthread_join(a, NULL);
    assert(atomic_load(&cell) == 2);
    return 0;
}
