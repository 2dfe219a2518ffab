//@ verdict: violated assertion
// A barrier of atomics: the last one opens it; in the faulty one everybody does.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n_waiting, open, n_before;
static void *work(void *argument) {
    atomic_fetch_add(&n_before, 1);
    atomic_fetch_add(&n_waiting, 1);
    atomic_store(&open, 1);
    while (!atomic_load(&open))
        ;
    assert(atomic_load(&n_before) == 2);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
