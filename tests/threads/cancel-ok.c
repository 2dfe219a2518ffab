//@ verdict: holds
// A thread that waits for ever is cancelled; in the faulty one it has forbidden that.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t never;
static void *work(void *argument) {
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
    assert(before == PTHREAD_CANCEL_ENABLE);
    sem_wait(&never);
    return argument;
}
int main(void) {
    pthread_t a;
    void *result = NULL;
    sem_init(&never, 0, 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_cancel(a);
    pthread_join(a, &result);
    assert(result == PTHREAD_CANCELED);
    return 0;
}
