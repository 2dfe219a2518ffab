//@ verdict: violated assertion
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int a_value, b_value;
static void *one(void *argument) {
    __VERIFIER_atomic_begin();
    a_value++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    b_value++;
    __VERIFIER_atomic_end();
    return argument;
}
static void *two(void *argument) {
    __VERIFIER_atomic_begin();
    assert(a_value == b_value);
    __VERIFIER_atomic_end();
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);

    return 0;
}
