//@ verdict: holds
// pthread_exit runs the handlers, the newest first; in the faulty one there is only one.
#include <assert.h>
#include <pthread.h>
static int order;
static void add(void *digit) {
    order = order * 10 + *(int *)digit;
}
static void *work(void *argument) {
    static int one = 1, two = 2;
    pthread_cleanup_push(add, &one);
    pthread_cleanup_push(add, &two);
    pthread_exit(argument);
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    assert(order == 21);
    return 0;
}
