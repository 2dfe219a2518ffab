//@ flags: --property memory --engine auto
// What a thread returns is kept for whoever joins it.
#include <pthread.h>
#include <stdlib.h>
static void *run(void *a) { return malloc(4); }
int main(void) {
    pthread_t t;
    void *p;
    if (pthread_create(&t, 0, run, 0)) return 0;
    pthread_join(t, &p);
    free(p);
    return 0;
}
