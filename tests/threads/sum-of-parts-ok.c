//@ verdict: holds
// Each counts on its own, and the sum is taken when all have ended; the faulty one does not wait.
#include <assert.h>
#include <pthread.h>
static int counts[2];
static void *one(void *argument) {
    counts[0] = 1;
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, one, NULL);
    counts[1] = 1;
    pthread_join(a, NULL);
    int sum = counts[0] + counts[1];
    assert(sum <= 2);
    return 0;
}
