// The main thread is the one that came first.
#include <pthread.h>
#include <semaphore.h>
int counter;
static sem_t start;
static void *add(void *argument) {
    counter = 1;
    sem_post(&start);
    return argument;
}
int main(void) {
    pthread_t thread;
    sem_init(&start, 0, 0);
    pthread_create(&thread, NULL, add, NULL);
    int seen = counter; //~ data-race: unsynchronised read
    sem_wait(&start);
    pthread_join(thread, NULL);
    return seen;
}
