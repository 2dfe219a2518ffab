//@ verdict: violated lock-misuse
// A detached thread cannot be joined.
#include <pthread.h>
static void *work(void *argument) {
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_detach(a);
    pthread_join(a, NULL);
    return 0;
}
