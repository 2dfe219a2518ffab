//@ verdict: holds
// printf may be a cancellation point, but what cannot be cancelled goes on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int begun, ended;
static void *work(void *argument) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    begun = 1;
    printf("text\n");
    ended = 1;
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_cancel(a);
    pthread_join(a, NULL);
    assert(begun == ended);
    return 0;
}
