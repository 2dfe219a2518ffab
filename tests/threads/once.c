//@ verdict: violated assertion data-race
#include <assert.h>
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made;
static void make(void) { made++; }
static void *one(void *argument) {
    make();
    assert(made == 1);
    return argument;
}
static void *two(void *argument) {
    pthread_once(&once, make);
    assert(made == 1);
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
