//@ flags: --property memory --engine explicit
// The variable holds the block, though nobody reads it again.
#include <pthread.h>
#include <stdlib.h>
static int done;
static void *run(void *a) { return a; }
static void end(void) {
    if (done) exit(0);
}
int main(void) {
    pthread_t t;
    if (pthread_create(&t, 0, run, 0)) return 0;
    char *p = malloc(4);
    done = 1;
    end();
    return 0;
}
