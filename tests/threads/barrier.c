//@ verdict: violated assertion data-race
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static int first, second;
static void *one(void *argument) {
    first = 1;
    pthread_barrier_wait(&barrier);
    assert(second == 1);
    return argument;
}
static void *two(void *argument) {
    second = 1;
    assert(first == 1);
    pthread_barrier_wait(&barrier);

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
