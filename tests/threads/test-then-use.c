//@ verdict: violated null-dereference
// The pointer is read once and tested; the faulty one reads it again.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static int value;
static _Atomic(int *) pointer = &value;
static void *user(void *argument) {
    int *seen = atomic_load(&pointer);
    if (seen != NULL)
        return *atomic_load(&pointer) == 0 ? argument : NULL;
    return argument;
}
static void *taker(void *argument) {
    atomic_store(&pointer, NULL);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, taker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
