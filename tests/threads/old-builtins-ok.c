//@ verdict: holds
// The atomics of GCC from before C11.
#include <assert.h>
#include <pthread.h>
static int lock, inside;
static void *work(void *argument) {
    while (__sync_val_compare_and_swap(&lock, 0, 1))
        ;
    assert(__sync_fetch_and_add(&inside, 1) == 0);
    __sync_fetch_and_sub(&inside, 1);
    __sync_bool_compare_and_swap(&lock, 1, 0);
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
