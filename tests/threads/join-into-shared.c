//@ verdict: violated data-race
// pthread_join writes the result while another thread reads it.
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
    pthread_create(&two, 0, reader, 0);
    pthread_join(one, &result);
    pthread_join(two, 0);
    return 0;
}
