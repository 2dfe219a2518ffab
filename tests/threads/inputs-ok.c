//@ verdict: holds
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void *one(void *argument) {
    int x = __VERIFIER_nondet_int();
    pthread_mutex_lock(&mutex);
    if (x > 0 && x < 10)
        value = x;
    pthread_mutex_unlock(&mutex);
    return argument;
}
static void *two(void *argument) {
    pthread_mutex_lock(&mutex);
    assert(value >= 0 && value < 10);
    pthread_mutex_unlock(&mutex);
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
