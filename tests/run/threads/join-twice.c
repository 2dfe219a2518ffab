#include <pthread.h>
static void *nothing(void *argument) { return argument; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, nothing, NULL);
    pthread_join(thread, NULL);
    pthread_join(thread, NULL); //~ lock-misuse: was joined before
    return 0;
}
