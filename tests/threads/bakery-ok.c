//@ verdict: holds
// Lamport's bakery for two; in the faulty one nobody waits for a number that is being chosen.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int choosing[2], number[2], inside;
static void critical(int self) {
    int other = 1 - self;
    atomic_store(&choosing[self], 1);
    atomic_store(&number[self], atomic_load(&number[other]) + 1);
    atomic_store(&choosing[self], 0);
    while (atomic_load(&choosing[other]))
        ;
    for (;;) {
        int theirs = atomic_load(&number[other]), mine = atomic_load(&number[self]);
        if (theirs == 0 || mine < theirs || (mine == theirs && self < other))
            break;
    }
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&number[self], 0);
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
