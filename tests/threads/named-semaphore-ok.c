//@ verdict: holds
// Two names are two semaphores.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
static void *work(void *argument) {
    sem_t *ready = sem_open("/ready", O_CREAT, 0600, 0);
    sem_post(ready);
    sem_close(ready);
    return argument;
}
int main(void) {
    pthread_t a;
    sem_t *ready = sem_open("/ready", O_CREAT, 0600, 0);
    pthread_create(&a, NULL, work, NULL);
    sem_wait(ready);
    pthread_join(a, NULL);
    sem_close(ready);
    sem_unlink("/ready");
    return 0;
}
