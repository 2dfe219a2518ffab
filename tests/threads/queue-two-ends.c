//@ verdict: violated assertion
// Michael and Scott's queue, with two that add; the faulty one links without looking.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
/* Node 0 is the dummy; 0 as a successor means none. */
static atomic_int next[3], tail;
static void add(int node) {
    for (;;) {
        int last = atomic_load(&tail), none = 0;
        atomic_store(&next[last], node);
        if (none == 0) {
            atomic_compare_exchange_strong(&tail, &last, node);
            return;
        }
        atomic_compare_exchange_strong(&tail, &last, none);
    }
}
static void *one(void *argument) {
    add(1);
    return argument;
}
static void *two(void *argument) {
    add(2);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int first = atomic_load(&next[0]);
    assert(first != 0 && atomic_load(&next[first]) == 3 - first);
    return 0;
}
