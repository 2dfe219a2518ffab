//@ verdict: violated deadlock
// The condition variables of C11.
#include <threads.h>
static mtx_t mutex;
static cnd_t changed;
static int ready;
static int work(void *argument) {
    (void)argument;
    mtx_lock(&mutex);
    ready = 1;
    if (ready == 2)
        cnd_signal(&changed);
    mtx_unlock(&mutex);
    return 0;
}
int main(void) {
    thrd_t a;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&changed);
    thrd_create(&a, work, NULL);
    mtx_lock(&mutex);
    while (!ready)
        cnd_wait(&changed, &mutex);
    mtx_unlock(&mutex);
    thrd_join(a, NULL);
    return 0;
}
