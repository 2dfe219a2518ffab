//@ verdict: holds
// Two take turns by means of two semaphores; in the faulty one both may begin.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static sem_t ping, pong;
static atomic_int balls;
static void *one(void *argument) {
    sem_wait(&ping);
    assert(atomic_fetch_add(&balls, 1) == 0);
    atomic_fetch_sub(&balls, 1);
    sem_post(&pong);
    return argument;
}
static void *two(void *argument) {
    sem_wait(&pong);
    assert(atomic_fetch_add(&balls, 1) == 0);
    atomic_fetch_sub(&balls, 1);
    sem_post(&ping);
    return argument;
}
int main(void) {
    pthread_t a, b;
    sem_init(&ping, 0, 1);
    sem_init(&pong, 0, 0);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
