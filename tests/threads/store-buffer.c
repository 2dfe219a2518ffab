//@ verdict: violated assertion
// Each says that it is there before it looks for the other; the faulty one looks first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int here[2];
static int alone[2];
static void *one(void *argument) {
    alone[0] = !atomic_load(&here[1]);
    atomic_store(&here[0], 1);
    return argument;
}
static void *two(void *argument) {
    atomic_store(&here[1], 1);
    alone[1] = !atomic_load(&here[0]);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(!alone[0] || !alone[1]);
    return 0;
}
