//@ flags: --property memory --engine auto
// A thread can be cancelled while it waits for signals.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
static void *run(void *a) {
    char *p = malloc(4);
    pause();
    free(p);
    return 0;
}
int main(void) {
    pthread_t t;
    if (pthread_create(&t, 0, run, 0)) return 0;
    pthread_cancel(t);
    pthread_join(t, 0); //~ memory-leak
    return 0;
}
