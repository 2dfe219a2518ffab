//@ run-native
#include <pthread.h>
int counter;
static void *add(void *argument) {
    counter++;
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    pthread_join(thread, NULL);
    counter++;
    return counter;
}
//@ exit: 2
