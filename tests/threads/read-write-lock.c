//@ verdict: violated assertion data-race
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;
static void *one(void *argument) {
    pthread_rwlock_rdlock(&lock);
    value++;
    pthread_rwlock_unlock(&lock);
    return argument;
}
static void *two(void *argument) {
    pthread_rwlock_rdlock(&lock);
    int x = value, y = value;
    pthread_rwlock_unlock(&lock);
    assert(x == y);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);

    return 0;
}
