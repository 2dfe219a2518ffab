//@ flags: --property memory --engine explicit
// Nobody reads the variable again, but with one answer it holds the block and with the other it does not.
#include <pthread.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int done;
static void *run(void *a) { return a; } //~ memory-leak
static void end(void) {
    if (done) exit(0); //~ memory-leak
}
int main(void) {
    pthread_t t;
    if (pthread_create(&t, 0, run, 0)) return 0;
    char *p = malloc(4);
    if (!__VERIFIER_nondet_bool()) p = 0;
    done = 1;
    end();
    return 0;
}
