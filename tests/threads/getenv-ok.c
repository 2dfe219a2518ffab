//@ verdict: holds
// Two threads may ask for variables at the same time, and the same variable has the same value.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void *ask(void *unused) {
    (void)unused;
    return getenv("A");
}
int main(void) {
    pthread_t other;
    void *first;
    pthread_create(&other, NULL, ask, NULL);
    char *second = getenv("A");
    pthread_join(other, &first);
    assert(first == second);
    return 0;
}
