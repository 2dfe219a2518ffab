//@ data-model: both
//@ run-native
#include <pthread.h>
#include <stdio.h>
enum { SIZE = 4, ITEMS = 20 };
static int queue[SIZE], first, n_items, sum;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static void *produce(void *argument) {
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&mutex);
        while (n_items == SIZE)
            pthread_cond_wait(&not_full, &mutex);
        queue[(first + n_items++) % SIZE] = i;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}
static void *consume(void *argument) {
    for (int i = 1; i <= ITEMS; i++) {
        pthread_mutex_lock(&mutex);
        while (n_items == 0)
            pthread_cond_wait(&not_empty, &mutex);
        sum += queue[first];
        first = (first + 1) % SIZE;
        n_items--;
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}
int main(void) {
    pthread_t producer, consumer;
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_create(&producer, NULL, produce, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    printf("%d\n", sum);
    return 0;
}
