//@ verdict: violated data-race
// A thread that begins with a function that is a section of its own; the other thread's access is in none.
#include <pthread.h>
static int shared;
static void *__VERIFIER_atomic_work(void *argument) {
    shared++;
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, __VERIFIER_atomic_work, NULL);
    shared++;
    pthread_join(a, NULL);
    return 0;
}
