//@ verdict: holds
// The pointer to a thread-local variable is read, not followed.
#include <pthread.h>
#include <semaphore.h>
static sem_t ready;
static int *published;
static _Thread_local int own;
static void *publish(void *unused) {
    own = 1;
    published = &own;
    sem_post(&ready);
    return unused;
}
int main(void) {
    pthread_t id;
    sem_init(&ready, 0, 0);
    pthread_create(&id, 0, publish, 0);
    sem_wait(&ready);
    int seen = published == 0;
    pthread_join(id, 0);
    return seen != 0;
}
