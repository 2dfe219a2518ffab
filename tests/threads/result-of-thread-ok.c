//@ verdict: holds
// A thread's result points to a variable of its own.
#include <assert.h>
#include <pthread.h>
static void *work(void *argument) {
    *(int *)argument = 5;
    return argument;
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
