//@ verdict: violated assertion
// mtx_trylock may fail although nobody has locked the mutex.
#include <assert.h>
#include <threads.h>
static mtx_t mutex;
static int work(void *argument) {
    (void)argument;
    assert(mtx_trylock(&mutex) == thrd_success);
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
