//@ verdict: holds
// A thread that was joined is no longer there to be cancelled.
#include <pthread.h>
static void *work(void *argument) {
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_cancel(a);
    pthread_join(a, NULL);
    return 0;
}
