//@ verdict: violated assertion
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
static atomic_int stop;
static void *one(void *argument) {
    assert(0);
    return argument;
}
static void *two(void *argument) {
    assert(1);
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
