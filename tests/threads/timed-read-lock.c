//@ verdict: violated assertion
// A read lock with a time limit may not be had.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;
static void *reader(void *argument) {
    struct timespec soon = {1, 0};
    int error = pthread_rwlock_timedrdlock(&lock, &soon);
    assert(error == 0);
    if (error != 0)
        return argument;
    int seen = shared;
    pthread_rwlock_unlock(&lock);
    return seen ? argument : NULL;
}
static void *writer(void *argument) {
    pthread_rwlock_wrlock(&lock);
    shared = 1;
    pthread_rwlock_unlock(&lock);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
