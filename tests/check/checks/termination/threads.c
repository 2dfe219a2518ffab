//@ flags: --check termination --no-check data-race --engine explicit
//@ verdict: unknown
// All states are seen, and executions go round among them for ever.
#include <pthread.h>
static int x;
static void *work(void *a) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    while (x) ;
    return 0;
}
