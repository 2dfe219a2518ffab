//@ verdict: holds
// A way out of the function that does not unlock.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *argument) {
    pthread_mutex_lock(&mutex);
    if (count++ == 0) {
        pthread_mutex_unlock(&mutex);
        return argument;
    }
    pthread_mutex_unlock(&mutex);
    return NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
