//@ verdict: violated assertion
// Hyman's algorithm of 1966 is wrong; with a turn that is taken in one go it is right.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static atomic_int wants[2], turn, inside;
static void critical(int self) {
    int other = 1 - self;
    atomic_store(&wants[self], 1);
    while (atomic_load(&turn) != self) {
        while (atomic_load(&wants[other]))
            ;
        atomic_store(&turn, self);
    }
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&wants[self], 0);
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
