//@ verdict: violated use-after-scope
// A thread's result points to a variable of its own.
#include <assert.h>
#include <pthread.h>
static void *work(void *argument) {
    int own = 5;
    (void)argument;
    return &own;
}
int main(void) {
    pthread_t a;
    int place = 0;
    void *result;
    pthread_create(&a, NULL, work, &place);
    pthread_join(a, &result);
    assert(*(int *)result == 5);
    return 0;
}
