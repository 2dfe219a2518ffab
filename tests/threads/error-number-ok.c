//@ verdict: holds
// errno is each thread's own.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#define error errno
static void *work(void *argument) {
    error = 7;
    assert(error == 7);
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
