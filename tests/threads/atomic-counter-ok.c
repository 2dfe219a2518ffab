//@ verdict: holds
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
static atomic_int counter;
static void *one(void *argument) {
    atomic_fetch_add(&counter, 1);
    return argument;
}
static void *two(void *argument) {
    atomic_fetch_add(&counter, 1);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
