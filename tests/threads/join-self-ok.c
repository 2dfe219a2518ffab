//@ verdict: holds
// A thread that joins itself is told so.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static void *work(void *argument) {
    assert(pthread_join(pthread_self(), NULL) == EDEADLK);
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    return 0;
}
