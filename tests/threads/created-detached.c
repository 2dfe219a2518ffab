//@ verdict: violated lock-misuse
// Created detached: nobody may wait for it.
#include <pthread.h>
static void *work(void *argument) {
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&a, &attributes, work, NULL);
    pthread_attr_destroy(&attributes);
    pthread_join(a, NULL);
    return 0;
}
