//@ verdict: violated deadlock
// What is done once must not do itself.
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made;
static void make(void) {
    if (!made++)
        pthread_once(&once, make);
}
static void *work(void *argument) {
    pthread_once(&once, make);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
