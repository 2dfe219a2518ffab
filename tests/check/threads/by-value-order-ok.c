//@ flags: --no-check data-race --engine explicit
// A structure that is passed by value is read before or behind the section of another thread.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
struct large {
    long part[4];
};
static struct large shared;
static long third(struct large copy) {
    return copy.part[2];
}
static void *other(void *unused) {
    __VERIFIER_atomic_begin();
    shared.part[2] = 1;
    shared.part[2] = 2;
    __VERIFIER_atomic_end();
    return unused;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, other, 0);
    long first = third(shared);
    long second = third(shared);
    assert(first != 1 && first <= second);
    return 0;
}
