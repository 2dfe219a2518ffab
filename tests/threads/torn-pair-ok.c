//@ verdict: holds
// Two numbers that belong together, in one word; the faulty ones in two.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint word, other;
static void *writer(void *argument) {
    atomic_store(&word, 0x10001u);
    return argument;
}
static void *reader(void *argument) {
    unsigned both = atomic_load(&word), low = both & 0xFFFFu, high = both >> 16;
    assert(low == high);
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
