//@ verdict: violated assertion
// Others run before an assumption that is made through a pointer.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
extern void __VERIFIER_assume(int);
extern _Bool __VERIFIER_nondet_bool(void);
static atomic_int flag;
static void nothing(int unused) {
    (void)unused;
}
static void *other(void *unused) {
    int seen = flag;
    assert(seen != 1);
    return unused;
}
int main(void) {
    pthread_t id;
    void (*only)(int) = __VERIFIER_nondet_bool() ? __VERIFIER_assume : nothing;
    pthread_create(&id, 0, other, 0);
    if (only == nothing)
        return 0;
    flag = 1;
    only(0);
    flag = 2;
    return 0;
}
