//@ verdict: violated assertion
// A variable may be set, whichever thread asks for it.
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
    assert(first == NULL);
    return 0;
}
