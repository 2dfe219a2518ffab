//@ run-native
// Neighbours in one array are not the same memory.
#include <pthread.h>
char bytes[2];
static void *set(void *argument) {
    bytes[1] = 1;
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    bytes[0] = 1;
    pthread_join(thread, NULL);
    return bytes[0] + bytes[1];
}
//@ exit: 2
