//@ verdict: violated lock-misuse
// A mutex that somebody holds must not be destroyed.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_mutex_destroy(&mutex);
    pthread_join(a, NULL);
    return 0;
}
