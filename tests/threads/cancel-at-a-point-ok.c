//@ verdict: holds
// Between two cancellation points a thread is not cancelled; the faulty one has one in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int low, high;
static void *work(void *argument) {
    atomic_store(&low, 1);
    atomic_store(&high, 1);
    pthread_testcancel();
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_cancel(a);
    pthread_join(a, NULL);
    assert(atomic_load(&low) == atomic_load(&high));
    return 0;
}
