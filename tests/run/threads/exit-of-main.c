//@ run-native
// The program ends with its last thread.
#include <pthread.h>
#include <stdio.h>
static void *last(void *argument) {
    puts("last");
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, last, NULL);
    pthread_exit(NULL);
}
