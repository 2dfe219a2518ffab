//@ verdict: violated assertion
// Each thread has its own value of a key; the faulty ones share a variable.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_key_t key;
static int values[2];
static _Atomic(void *) shared;
static void keep(void *value) {
    atomic_store(&shared, value);
}
static void *kept(void) {
    return atomic_load(&shared);
}
static void *work(void *argument) {
    keep(&values[0]);
    assert(kept() == &values[0]);
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_key_create(&key, NULL);
    pthread_create(&a, NULL, work, NULL);
    keep(&values[1]);
    assert(kept() == &values[1]);
    pthread_join(a, NULL);
    return 0;
}
