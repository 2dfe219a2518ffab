//@ verdict: violated assertion
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
static atomic_int held, inside;
static void *one(void *argument) {
    while (atomic_load(&held))
        ;
    atomic_store(&held, 1);
    atomic_fetch_add(&inside, 1);
    assert(atomic_load(&inside) == 1);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&held, 0);
    return argument;
}
static void *two(void *argument) {
    while (atomic_exchange(&held, 1))
        ;
    atomic_fetch_add(&inside, 1);
    assert(atomic_load(&inside) == 1);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&held, 0);
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
