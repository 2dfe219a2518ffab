//@ verdict: holds
// What is assumed of a program with threads is said as it is of one without.
#include <pthread.h>
#include <stdlib.h>
int foreign(void);
static pthread_mutex_t mutex;
static int n_blocks;
static void *work(void *argument) {
    pthread_mutex_lock(&mutex);
    int *block = malloc(sizeof *block);
    *block = foreign() ? 1 : 0;
    n_blocks += *block;
    free(block);
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_mutex_init(&mutex, NULL);
    pthread_create(&a, NULL, work, NULL);
    work(NULL);
    pthread_join(a, NULL);
    return 0;
}
