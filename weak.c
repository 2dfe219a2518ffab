#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
static void *count(void *unused) { atomic_fetch_add_explicit(&n, 1, memory_order_relaxed); return unused; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, count, 0);
    atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
    pthread_join(t, 0);
    return 0;
}
