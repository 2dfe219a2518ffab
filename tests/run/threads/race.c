#include <pthread.h>
int counter;
static void *add(void *argument) {
    counter++;
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    counter++; //~ data-race: unsynchronised read of 4 bytes
    pthread_join(thread, NULL);
    return 0;
}
