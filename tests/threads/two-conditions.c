//@ verdict: violated deadlock
// Two that wait for different things at one condition variable; the faulty one wakes only one of them.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int stage;
static void await(int wanted) {
    pthread_mutex_lock(&mutex);
    while (stage < wanted)
        pthread_cond_wait(&changed, &mutex);
    stage++;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}
static void *second(void *argument) {
    await(1);
    return argument;
}
static void *third(void *argument) {
    await(2);
    return argument;
}
static void *first(void *argument) {
    await(0);
    return argument;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, second, NULL);
    pthread_create(&b, NULL, third, NULL);
    pthread_create(&c, NULL, first, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
