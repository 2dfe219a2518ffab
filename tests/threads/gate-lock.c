//@ verdict: violated deadlock
// Two locks in both orders, but never without a third; the faulty one lets the third go too early.
#include <pthread.h>
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER, a_lock = PTHREAD_MUTEX_INITIALIZER,
                       b_lock = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}
static void *one(void *argument) {
    both(&a_lock, &b_lock);
    return argument;
}
static void *two(void *argument) {
    both(&b_lock, &a_lock);
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
