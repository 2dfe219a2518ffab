//@ flags: --property memory --engine auto
// Nobody can join a detached thread.
#include <pthread.h>
#include <stdlib.h>
static void *run(void *a) { return malloc(4); }
int main(void) {
    pthread_t t;
    if (pthread_create(&t, 0, run, 0)) return 0;
    pthread_detach(t); //~ memory-leak
    pthread_exit(0); //~ memory-leak
}
