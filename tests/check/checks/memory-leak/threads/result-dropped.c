//@ flags: --property memory --engine auto
// Nobody takes what the thread returns.
#include <pthread.h>
#include <stdlib.h>
static void *run(void *a) { return malloc(4); }
int main(void) {
    pthread_t t;
    if (pthread_create(&t, 0, run, 0)) return 0;
    pthread_join(t, 0); //~ memory-leak
    return 0;
}
