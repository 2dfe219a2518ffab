//@ verdict: holds
// Two philosophers and a waiter; the faulty one's waiter has a seat for each.
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
static sem_t seats;
static void eat(pthread_mutex_t *first, pthread_mutex_t *second) {
    sem_wait(&seats);
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
    sem_post(&seats);
}
static void *one(void *argument) {
    eat(&left, &right);
    return argument;
}
static void *two(void *argument) {
    eat(&right, &left);
    return argument;
}
int main(void) {
    pthread_t a, b;
    sem_init(&seats, 0, 1);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
