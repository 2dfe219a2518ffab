//@ verdict: violated deadlock
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t fork0 = PTHREAD_MUTEX_INITIALIZER, fork1 = PTHREAD_MUTEX_INITIALIZER;
static void *one(void *argument) {
    pthread_mutex_lock(&fork0);
    pthread_mutex_lock(&fork1);
    pthread_mutex_unlock(&fork1);
    pthread_mutex_unlock(&fork0);
    return argument;
}
static void *two(void *argument) {
    pthread_mutex_lock(&fork1);
    pthread_mutex_lock(&fork0);
    pthread_mutex_unlock(&fork0);
    pthread_mutex_unlock(&fork1);
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
