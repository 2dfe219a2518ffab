//@ verdict: holds
// Dekker's algorithm; the faulty one does not look at whose turn it is.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wants[2], turn, inside;
static void enter(int self) {
    int other = 1 - self;
    atomic_store(&wants[self], 1);
    while (atomic_load(&wants[other])) {
        if (atomic_load(&turn) == other) {
            atomic_store(&wants[self], 0);
            while (atomic_load(&turn) == other)
                ;
            atomic_store(&wants[self], 1);
        }
    }
}
static void critical(int self) {
    enter(self);
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&turn, 1 - self);
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
