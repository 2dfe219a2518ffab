//@ verdict: holds
// A bounded buffer with semaphores; the faulty one waits for an item with the mutex in its hands.
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t filled;
static int item;
static void *producer(void *argument) {
    pthread_mutex_lock(&mutex);
    item = 1;
    pthread_mutex_unlock(&mutex);
    sem_post(&filled);
    return argument;
}
static void *consumer(void *argument) {
    sem_wait(&filled);
    pthread_mutex_lock(&mutex);
    item = 0;
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a, b;
    sem_init(&filled, 0, 0);
    pthread_create(&a, NULL, producer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
