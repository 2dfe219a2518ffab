//@ verdict: violated assertion data-race
#include <semaphore.h>
#include <assert.h>
#include <pthread.h>
static sem_t filled, empty;
static int box;
static void *one(void *argument) {
    sem_wait(&empty);
    box = 1;
    sem_post(&filled);
    return argument;
}
static void *two(void *argument) {
    assert(box == 1);
    sem_post(&empty);
    return argument;
}
int main(void) {
    pthread_t a, b;
    sem_init(&filled, 0, 0);
    sem_init(&empty, 0, 1);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);

    return 0;
}
