#include <pthread.h>
union { int whole; char bytes[4]; } both;
static void *set(void *argument) {
    both.bytes[3] = 1;
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    both.whole = 0; //~ data-race: unsynchronised write of 4 bytes
    pthread_join(thread, NULL);
    return 0;
}
