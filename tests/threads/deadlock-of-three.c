//@ verdict: violated deadlock
// A cycle of three locks, one of them taken by main.
#include <pthread.h>
static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void both(int first, int second) {
    pthread_mutex_lock(&locks[first]);
    pthread_mutex_lock(&locks[second]);
    pthread_mutex_unlock(&locks[second]);
    pthread_mutex_unlock(&locks[first]);
}
static void *one(void *argument) {
    both(0, 1);
    return argument;
}
static void *two(void *argument) {
    both(1, 2);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    both(2, 0);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
