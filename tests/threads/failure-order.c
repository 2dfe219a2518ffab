//@ verdict: unknown
// Store buffering with a compare-and-exchange that always fails: it is only a load, as weak as it asks to be on failure.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static int read_weakly(atomic_int *cell) {
    int expected = 2;
    atomic_compare_exchange_strong_explicit(cell, &expected, 3, memory_order_seq_cst, memory_order_relaxed);
    return expected;
}
static void *one(void *argument) {
    atomic_store(&x, 1);
    a = read_weakly(&y);
    return argument;
}
static void *two(void *argument) {
    atomic_store(&y, 1);
    b = read_weakly(&x);
    return argument;
}
int main(void) {
    pthread_t p, q;
    pthread_create(&p, NULL, one, NULL);
    pthread_create(&q, NULL, two, NULL);
    pthread_join(p, NULL);
    pthread_join(q, NULL);
    assert(a == 1 || b == 1);
    return 0;
}
