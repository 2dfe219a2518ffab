//@ verdict: violated assertion data-race
// A barrier separates the rounds; the faulty one has a round too few.
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static int value;
static void *one(void *argument) {
    value = 1;
    pthread_barrier_wait(&barrier);
    value = 2;
    return argument;
}
static void *two(void *argument) {
    pthread_barrier_wait(&barrier);
    assert(value == 1);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
