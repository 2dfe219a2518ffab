//@ verdict: holds
// pthread_mutex_trylock does not fail while nobody has locked the mutex; mtx_trylock may, and then the thread does not hold it.
#include <assert.h>
#include <pthread.h>
#include <threads.h>
static mtx_t mutex;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int work(void *argument) {
    (void)argument;
    assert(pthread_mutex_trylock(&other) == 0);
    if (mtx_trylock(&mutex) == thrd_success)
        mtx_unlock(&mutex);
    return 0;
}
int main(void) {
    thrd_t a;
    mtx_init(&mutex, mtx_plain);
    thrd_create(&a, work, NULL);
    thrd_join(a, NULL);
    return 0;
}
