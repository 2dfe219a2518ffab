//@ verdict: violated assertion
// A weak compare-and-exchange may fail although the values are equal.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int cell;
static void *work(void *argument) {
    int expected = 0;
    assert(atomic_compare_exchange_weak(&cell, &expected, 1));
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    return 0;
}
