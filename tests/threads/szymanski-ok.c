//@ verdict: holds
// Szymanski's algorithm for two; the faulty one does not wait for who is still in the waiting room.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag[2], inside;
static void critical(int self) {
    int other = 1 - self;
    atomic_store(&flag[self], 1);
    while (atomic_load(&flag[other]) >= 3)
        ;
    atomic_store(&flag[self], 3);
    if (atomic_load(&flag[other]) == 1) {
        atomic_store(&flag[self], 2);
        while (atomic_load(&flag[other]) != 4)
            ;
    }
    atomic_store(&flag[self], 4);
    if (self == 1)
        while (atomic_load(&flag[other]) >= 2)
            ;
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    if (self == 0)
        while (atomic_load(&flag[other]) == 2 || atomic_load(&flag[other]) == 3)
            ;
    atomic_store(&flag[self], 0);
}
static void *one(void *argument) {
    critical(0);
    return argument;
}
static void *two(void *argument) {
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
