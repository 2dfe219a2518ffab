//@ verdict: violated assertion
// open is a cancellation point.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int begun, ended;
static void *work(void *argument) {
    begun = 1;
    open("file", O_WRONLY | O_CREAT | O_TRUNC, 0600);
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
