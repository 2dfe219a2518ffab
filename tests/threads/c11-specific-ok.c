//@ verdict: holds
// tss_set is for the thread that calls it.
#include <assert.h>
#include <stddef.h>
#include <threads.h>
static tss_t key;
static int value;
static int work(void *argument) {
    (void)argument;
    assert(tss_get(key) == NULL);
    return 0;
}
int main(void) {
    thrd_t a;
    tss_create(&key, NULL);
    tss_set(key, &value);
    thrd_create(&a, work, NULL);
    thrd_join(a, NULL);
    assert(tss_get(key) == &value);
    tss_delete(key);
    return 0;
}
