//@ verdict: violated data-race deadlock
// The first reader locks writers out for all, the last one lets them in; in the faulty one nobody guards their number.
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static sem_t writing;
static int n_readers, shared = 1;
static void come(void) {
    pthread_mutex_lock(&counting);
    if (++n_readers == 1)
        sem_wait(&writing);
    pthread_mutex_unlock(&counting);
}
static void go(void) {
    int n_left = --n_readers;
    pthread_mutex_lock(&counting);
    if (n_left == 0)
        sem_post(&writing);
    pthread_mutex_unlock(&counting);
}
static void *reader(void *argument) {
    come();
    int seen = shared;
    go();
    return seen < 0 ? argument : NULL;
}
int main(void) {
    pthread_t a, b;
    sem_init(&writing, 0, 1);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
