// The last thing that the program does before it ends is an atomic access that asks for less than sequential consistency.
//@ verdict: unknown
//@ flags: --engine explicit
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int n;
static void *count(void *unused) {
    atomic_store(&n, 1);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    int r = atomic_load_explicit(&n, memory_order_relaxed);
    assert(r < 2);
    _Exit(0);
}
