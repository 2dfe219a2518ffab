//@ verdict: violated data-race
// A value and whether it is there; in the faulty one that is a plain variable.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int value;
static volatile int is_there;
static void *worker(void *argument) {
    value = 3;
    is_there = 1;
    return argument;
}
static void *user(void *argument) {
    if (is_there)
        assert(value == 3);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
