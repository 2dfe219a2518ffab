//@ verdict: violated data-race
// One variable, one lock; the faulty ones have a lock each.
#include <pthread.h>
static pthread_mutex_t a_lock = PTHREAD_MUTEX_INITIALIZER, b_lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *one(void *argument) {
    pthread_mutex_lock(&a_lock);
    shared++;
    pthread_mutex_unlock(&a_lock);
    return argument;
}
static void *two(void *argument) {
    pthread_mutex_lock(&b_lock);
    shared++;
    pthread_mutex_unlock(&b_lock);
    pthread_mutex_lock(&b_lock);
    pthread_mutex_unlock(&b_lock);
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
