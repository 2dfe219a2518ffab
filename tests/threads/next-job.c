//@ verdict: violated assertion
// Each job is done once; the faulty ones ask for the next in two steps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int next_job, n_done[2];
static void *worker(void *argument) {
    int job = atomic_load(&next_job);
    atomic_store(&next_job, job + 1);
    if (job < 2)
        assert(atomic_fetch_add(&n_done[job], 1) == 0);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
