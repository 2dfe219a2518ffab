//@ verdict: holds
// A lock in one bit of a word whose other bits belong to others; the faulty one's unlock overwrites them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint word;
static void *locker(void *argument) {
    while (atomic_fetch_or(&word, 1u) & 1u)
        ;
    atomic_fetch_and(&word, ~1u);
    return argument;
}
static void *setter(void *argument) {
    atomic_fetch_or(&word, 2u);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, locker, NULL);
    pthread_create(&b, NULL, setter, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&word) == 2);
    return 0;
}
