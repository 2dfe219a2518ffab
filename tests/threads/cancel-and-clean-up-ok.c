//@ verdict: holds
// Who is cancelled in a wait holds the mutex; without a handler nobody unlocks it.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static void unlock(void *argument) {
    pthread_mutex_unlock(argument);
}
static void *work(void *argument) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    for (;;)
        pthread_cond_wait(&never, &mutex);
    pthread_cleanup_pop(1);
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_cancel(a);
    pthread_join(a, NULL);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}
