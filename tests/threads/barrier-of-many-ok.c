//@ verdict: holds
// More threads than the barrier is for use it: they pass in pairs. Four of them all pass.
#include <pthread.h>
static pthread_barrier_t barrier;
static void *work(void *argument) {
    pthread_barrier_wait(&barrier);
    return argument;
}
int main(void) {
    pthread_t a, b, c;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_create(&c, NULL, work, NULL);
    work(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
