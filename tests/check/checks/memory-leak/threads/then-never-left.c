//@ flags: --property memory --engine auto
// The loop could be left but never is; the other thread ends while the block is lost.
#include <pthread.h>
#include <stdlib.h>
static void *run(void *a) { return a; } //~ memory-leak
int main(void) {
    pthread_t t;
    if (pthread_create(&t, 0, run, 0)) return 0;
    void *p = malloc(4);
    unsigned i = 0;
    p = 0;
    while (i < 10) i = (i + 1) % 10;
    return p != 0;
}
