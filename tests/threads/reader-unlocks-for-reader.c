//@ verdict: violated lock-misuse
// A thread unlocks a lock that only another thread holds for reading.
#include <pthread.h>
#include <semaphore.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t held;
static void *work(void *argument) {
    sem_wait(&held);
    pthread_rwlock_unlock(&lock);
    return argument;
}
int main(void) {
    pthread_t a;
    sem_init(&held, 0, 0);
    pthread_create(&a, NULL, work, NULL);
    pthread_rwlock_rdlock(&lock);
    sem_post(&held);
    pthread_join(a, NULL);
    return 0;
}
