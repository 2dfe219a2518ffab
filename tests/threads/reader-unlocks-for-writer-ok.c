//@ verdict: holds
// A read lock lets other readers in, and no writer.
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;
static void *reader(void *argument) {
    pthread_rwlock_rdlock(&lock);
    assert(shared >= 0);
    pthread_rwlock_unlock(&lock);
    return argument;
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
