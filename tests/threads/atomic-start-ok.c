//@ verdict: holds
// A thread that begins with a function that is a section of its own, as the other thread's access is.
#include <pthread.h>
static int shared;
static void *__VERIFIER_atomic_work(void *argument) {
    shared++;
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, __VERIFIER_atomic_work, NULL);
    __VERIFIER_atomic_work(NULL);
    pthread_join(a, NULL);
    return 0;
}
