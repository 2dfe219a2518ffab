//@ verdict: holds
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>
static int *_Atomic published;
static atomic_int done;
static void publish(void) {
    int local = 1;
    atomic_store(&published, &local);
    while (!atomic_load(&done))
        ;
}
static void *one(void *argument) {
    publish();
    return argument;
}
static void *two(void *argument) {
    int *seen = atomic_load(&published);
    if (seen)
        assert(*seen == 1);
    atomic_store(&done, 1);
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
