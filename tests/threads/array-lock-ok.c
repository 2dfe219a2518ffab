//@ verdict: holds
// Anderson's lock: an array of flags, one for each place in the queue; the faulty one starts with two of them set.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint next_place;
static atomic_int may_go[2] = {1, 0};
static atomic_int inside;
static void *work(void *argument) {
    unsigned place = atomic_fetch_add(&next_place, 1) % 2;
    while (!atomic_load(&may_go[place]))
        ;
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    atomic_store(&may_go[place], 0);
    atomic_store(&may_go[(place + 1) % 2], 1);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
