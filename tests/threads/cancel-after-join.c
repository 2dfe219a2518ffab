//@ verdict: violated lock-misuse
// A thread that was joined is no longer there to be cancelled.
#include <pthread.h>
static void *work(void *argument) {
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_cancel(a);
    return 0;
}
