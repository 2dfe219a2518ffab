//@ verdict: violated assertion
// Others may run before an atomic section that is begun through a pointer.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);
static int count;
static void nothing(void) {
}
static void *other(void *unused) {
    (void)unused;
    __VERIFIER_atomic_begin();
    count++;
    count++;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t id;
    void (*begin)(void) = __VERIFIER_nondet_bool() ? __VERIFIER_atomic_begin : nothing;
    pthread_create(&id, 0, other, 0);
    if (begin == nothing)
        return 0;
    begin();
    int first = count;
    __VERIFIER_atomic_end();
    begin();
    int second = count;
    __VERIFIER_atomic_end();
    assert(first == second);
    return 0;
}
