//@ verdict: holds
// The result that pthread_join writes is read behind it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *result;
static void *give(void *value) {
    return value;
}
static void *reader(void *unused) {
    (void)unused;
    return result;
}
int main(void) {
    pthread_t one, two;
    pthread_create(&one, 0, give, &result);
    pthread_join(one, &result);
    pthread_create(&two, 0, reader, 0);
    pthread_join(two, 0);
    return 0;
}
