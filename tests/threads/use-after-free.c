//@ verdict: violated use-after-free
#include <stdlib.h>
#include <assert.h>
#include <pthread.h>
static int *block;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *one(void *argument) {
    pthread_mutex_lock(&mutex);
    if (block)
        *block = 1;
    pthread_mutex_unlock(&mutex);
    return argument;
}
static void *two(void *argument) {
    pthread_mutex_lock(&mutex);
    free(block);
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a, b;
    block = malloc(sizeof *block);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);

    return 0;
}
