//@ verdict: violated assertion data-race
// The mutexes of C11.
#include <assert.h>
#include <threads.h>
static mtx_t mutex;
static int counter;
static int work(void *argument) {
    (void)argument;
    mtx_lock(&mutex);
    mtx_unlock(&mutex);
    counter++;
    return 0;
}
int main(void) {
    thrd_t a, b;
    mtx_init(&mutex, mtx_plain);
    thrd_create(&a, work, NULL);
    thrd_create(&b, work, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    assert(counter == 2);
    mtx_destroy(&mutex);
    return 0;
}
