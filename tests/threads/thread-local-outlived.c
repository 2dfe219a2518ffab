//@ verdict: violated use-after-scope
// A thread-local variable is read through a pointer after its thread may have ended.
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
    int seen = *published - 1;
    pthread_join(id, 0);
    return seen != 0;
}
