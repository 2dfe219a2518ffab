//@ verdict: holds
// That a mutex is locked says that its holder has written. A try that fails does not order that; joining the holder does.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int data;
static void *work(void *argument) {
    data = 1;
    pthread_mutex_lock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    if (pthread_mutex_trylock(&mutex) == 0)
        pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
    return data;
}
