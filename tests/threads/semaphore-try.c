//@ verdict: violated assertion
// sem_trywait may fail; the faulty one thinks that it cannot.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
static sem_t seats;
static atomic_int inside;
static void *guest(void *argument) {
    sem_trywait(&seats);
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    sem_post(&seats);
    return argument;
}
int main(void) {
    pthread_t a, b;
    sem_init(&seats, 0, 1);
    pthread_create(&a, NULL, guest, NULL);
    pthread_create(&b, NULL, guest, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
