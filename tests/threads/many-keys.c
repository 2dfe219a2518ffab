//@ verdict: violated assertion
// There may be many keys; each has a value of its own.
#include <assert.h>
#include <pthread.h>
static pthread_key_t first, last;
static void *work(void *argument) {
    pthread_setspecific(last, &last);
    assert(pthread_getspecific(first) == &last);
    return argument;
}
int main(void) {
    pthread_t a;
    assert(pthread_key_create(&first, NULL) == 0);
    for (int i = 0; i < 40; i++)
        assert(pthread_key_create(&last, NULL) == 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    return 0;
}
