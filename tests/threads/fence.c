//@ verdict: violated assertion
// Fences order what stands around them; in the faulty one the order is wrong to begin with.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int data, ready;
static void *writer(void *argument) {
    atomic_store(&ready, 1);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store(&data, 1);
    return argument;
}
static void *reader(void *argument) {
    int seen = atomic_load(&ready);
    atomic_thread_fence(memory_order_seq_cst);
    assert(!seen || atomic_load(&data));
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
