//@ verdict: holds
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
static atomic_int flag[2], turn, inside;
static void *one(void *argument) {
    atomic_store(&flag[0], 1);
    atomic_store(&turn, 1);
    while (atomic_load(&flag[1]) && atomic_load(&turn) == 1)
        ;
    atomic_fetch_add(&inside, 1);
    assert(atomic_load(&inside) == 1);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&flag[0], 0);
    return argument;
}
static void *two(void *argument) {
    atomic_store(&flag[1], 1);
    atomic_store(&turn, 0);
    while (atomic_load(&flag[0]) && atomic_load(&turn) == 0)
        ;
    atomic_fetch_add(&inside, 1);
    assert(atomic_load(&inside) == 1);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&flag[1], 0);
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
