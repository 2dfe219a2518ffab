//@ data-model: both
//@ run-native
#include <pthread.h>
#include <stdio.h>
// Thread-local variables, results, and a lock around what is shared.
static int total;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int mine = 5;
static void *add(void *argument) {
    for (int i = 0; i < 10; i++) {
        pthread_mutex_lock(&mutex);
        total++;
        pthread_mutex_unlock(&mutex);
    }
    mine += (int)(long)argument;
    return (void *)(long)mine;
}
int main(void) {
    pthread_t threads[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, add, (void *)i);
    for (int i = 0; i < 3; i++) {
        void *result;
        pthread_join(threads[i], &result);
        printf("%ld\n", (long)result);
    }
    printf("%d %d\n", total, mine);
    return 0;
}
