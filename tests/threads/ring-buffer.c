//@ verdict: violated assertion data-race
// One writes, one reads, no lock; the faulty one tells before it writes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int slots[2];
static atomic_int n_written;
static void *writer(void *argument) {
    for (int n = 0; n < 2; n++) {
        atomic_store(&n_written, n + 1);
        slots[n] = n + 5;
    }
    return argument;
}
static void *reader(void *argument) {
    for (int n = 0; n < 2; n++) {
        while (atomic_load(&n_written) <= n)
            ;
        assert(slots[n] == n + 5);
    }
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
