// Bounded model checking knows one thread; that must never look like a proof.
//@ flags: --engine bmc
//@ verdict: unknown
#include <pthread.h>
static void *work(void *p) { return p; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    return 0;
}
