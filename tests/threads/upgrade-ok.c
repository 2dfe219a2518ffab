//@ verdict: holds
// A reader that wants to write waits for itself, or for another that wants the same.
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;
static void *work(void *argument) {
    pthread_rwlock_rdlock(&lock);
    int seen = shared;
    pthread_rwlock_unlock(&lock);
    pthread_rwlock_wrlock(&lock);
    shared = seen + 1;
    pthread_rwlock_unlock(&lock);
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
