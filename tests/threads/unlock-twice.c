//@ verdict: violated lock-misuse
// The second unlock has nothing to unlock.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *work(void *argument) {
    pthread_mutex_lock(&mutex);
    if (++shared == 2)
        pthread_mutex_unlock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
