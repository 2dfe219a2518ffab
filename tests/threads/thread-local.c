//@ verdict: violated assertion data-race
#include <assert.h>
#include <pthread.h>
static int own;
static void *one(void *argument) {
    own++;
    assert(own == 1);
    return argument;
}
static void *two(void *argument) {
    own++;
    assert(own == 1);
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
