//@ verdict: holds
// A __VERIFIER_atomic_ function called through a pointer is not interrupted.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
static int count;
static void __VERIFIER_atomic_twice(void) {
    count++;
    count++;
}
static int __VERIFIER_atomic_get(void) {
    return count;
}
static int zero(void) {
    return 0;
}
static void *other(void *unused) {
    (void)unused;
    __VERIFIER_atomic_twice();
    return 0;
}
int main(void) {
    pthread_t id;
    int (*get)(void) = __VERIFIER_nondet_bool() ? __VERIFIER_atomic_get : zero;
    pthread_create(&id, 0, other, 0);
    int first = get();
    int second = get();
    assert(first != 1 && second >= first);
    return 0;
}
