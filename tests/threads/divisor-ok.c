//@ verdict: holds
// A divisor that others change is read once; the faulty one reads it again.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int divisor = 1;
static void *user(void *argument) {
    int seen = atomic_load(&divisor);
    if (seen != 0)
        return 8 / seen ? argument : NULL;
    return argument;
}
static void *changer(void *argument) {
    atomic_store(&divisor, 0);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, changer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
