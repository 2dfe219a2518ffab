//@ verdict: violated deadlock
// Three philosophers; in the faulty one nobody is left-handed.
#include <pthread.h>
static pthread_mutex_t fork_1 = PTHREAD_MUTEX_INITIALIZER, fork_2 = PTHREAD_MUTEX_INITIALIZER,
                       fork_3 = PTHREAD_MUTEX_INITIALIZER;
static void eat(pthread_mutex_t *left, pthread_mutex_t *right) {
    pthread_mutex_lock(left);
    pthread_mutex_lock(right);
    pthread_mutex_unlock(right);
    pthread_mutex_unlock(left);
}
static void *one(void *argument) {
    eat(&fork_1, &fork_2);
    return argument;
}
static void *two(void *argument) {
    eat(&fork_2, &fork_3);
    return argument;
}
static void *three(void *argument) {
    eat(&fork_3, &fork_1);
    return argument;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_create(&c, NULL, three, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
