//@ verdict: violated assertion
// Treiber's stack, with pushes only; the faulty one's push is not one step.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
/* Nodes are numbered from 1. */
static int next[3];
static atomic_int top;
static void push(int node) {
    int seen = atomic_load(&top);
    next[node] = seen;
    atomic_store(&top, node);
}
static void *one(void *argument) {
    push(1);
    return argument;
}
static void *two(void *argument) {
    push(2);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int first = atomic_load(&top);
    assert(first != 0 && next[first] == 3 - first && next[3 - first] == 0);
    return 0;
}
