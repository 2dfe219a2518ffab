//@ verdict: holds
// A barrier that is destroyed and initialised again while the last round is still being left.
#include <pthread.h>
static pthread_barrier_t barrier;
static void *work(void *argument) {
    pthread_barrier_wait(&barrier);
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, work, NULL);
    pthread_barrier_wait(&barrier);
    pthread_barrier_destroy(&barrier);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_join(a, NULL);
    return 0;
}
