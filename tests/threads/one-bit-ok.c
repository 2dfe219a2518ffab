//@ verdict: holds
// The one-bit algorithm of Burns and Lamport: one side steps back; in the faulty one it does not look again.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wants[2], inside;
static void critical(int self) {
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&wants[self], 0);
}
static void *one(void *argument) {
    atomic_store(&wants[0], 1);
    while (atomic_load(&wants[1]))
        ;
    critical(0);
    return argument;
}
static void *two(void *argument) {
    do {
        atomic_store(&wants[1], 0);
        while (atomic_load(&wants[0]))
            ;
        atomic_store(&wants[1], 1);
    } while (atomic_load(&wants[0]));
    critical(1);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
