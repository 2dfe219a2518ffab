//@ verdict: holds
// A stack of indexes whose top comes back while somebody pops; the faulty one has no count of changes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
/* The index of the first free cell, 0 for none, and how often it has changed. */
static atomic_uint top = 1;
static atomic_uint next[3] = {0, 2, 0};
static atomic_uint taken[3];
static unsigned changed(unsigned seen) {
    return (seen & ~15u) + 16u;
}
static unsigned pop(void) {
    for (;;) {
        unsigned seen = atomic_load(&top), first = seen & 15u;
        if (first == 0)
            return 0;
        unsigned new = changed(seen) | atomic_load(&next[first]);
        if (atomic_compare_exchange_strong(&top, &seen, new))
            return first;
    }
}
static void push(unsigned cell) {
    for (;;) {
        unsigned seen = atomic_load(&top);
        atomic_store(&next[cell], seen & 15u);
        if (atomic_compare_exchange_strong(&top, &seen, changed(seen) | cell))
            return;
    }
}
static void take(unsigned cell) {
    assert(cell == 0 || atomic_fetch_add(&taken[cell], 1) == 0);
}
static void *slow(void *argument) {
    take(pop());
    return argument;
}
static void __VERIFIER_atomic_quick(void) {
    unsigned first = pop(), second = pop();
    if (second != 0)
        take(second);
    if (first != 0)
        push(first);
}
static void *quick(void *argument) {
    __VERIFIER_atomic_quick();
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, slow, NULL);
    pthread_create(&b, NULL, quick, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    take(pop());
    take(pop());
    return 0;
}
