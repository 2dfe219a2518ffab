//@ flags: --property memory --timeout 5
//@ verdict: unknown
// The loop could be left but never is, no thread ends any more, and nobody looks for the block.
#include <pthread.h>
#include <stdlib.h>
static void *run(void *a) { return a; }
int main(void) {
    pthread_t t;
    if (pthread_create(&t, 0, run, 0)) return 0;
    pthread_join(t, 0);
    void *p = malloc(4);
    unsigned i = 0;
    p = 0;
    while (i < 10) i = (i + 1) % 10;
    return p != 0;
}
