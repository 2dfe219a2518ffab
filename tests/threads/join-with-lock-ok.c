//@ verdict: holds
// Whoever is waited for needs the lock of the one that waits.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_mutex_lock(&mutex);
    pthread_create(&a, NULL, work, NULL);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
    return 0;
}
