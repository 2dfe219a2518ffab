#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *argument) {
    pthread_mutex_lock(&mutex);
    if (!ready)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_join(a, NULL);
    return 0;
}
