//@ verdict: holds
// Who detaches itself may be joined before or after that.
#include <pthread.h>
static void *work(void *argument) {
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    return 0;
}
