//@ verdict: unknown
// Relaxed atomics may do more than is looked at: no proof, but faults stand.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int counter;
static void *work(void *argument) {
    atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&counter) == 2);
    return 0;
}
