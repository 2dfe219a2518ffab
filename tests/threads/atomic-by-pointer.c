//@ verdict: violated assertion
// A section that is called through a pointer: others run before it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn, seen;
static void __VERIFIER_atomic_look(void) {
    seen = turn;
}
static void *work(void *argument) {
    turn = 2;
    return argument;
}
int main(void) {
    pthread_t a;
    void (*look)(void) = __VERIFIER_atomic_look;
    pthread_create(&a, NULL, work, NULL);
    turn = 1;
    look();
    assert(seen == 1);
    pthread_join(a, NULL);
    return 0;
}
