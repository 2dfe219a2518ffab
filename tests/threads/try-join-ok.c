//@ verdict: holds
// pthread_tryjoin_np does not wait.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static void *work(void *argument) {
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    int error = pthread_tryjoin_np(a, NULL);
    assert(error == 0 || error == EBUSY);
    if (error != 0)
        pthread_join(a, NULL);
    return 0;
}
