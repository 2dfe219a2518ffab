//@ verdict: violated use-after-free
// Who has been woken does not use the condition variable again; who waits anew does.
#include <pthread.h>
#include <stdlib.h>
struct queue {
    pthread_cond_t changed;
};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct queue *queue;
static int ready, waiting;
static void *work(void *argument) {
    pthread_mutex_lock(&mutex);
    waiting = 1;
    pthread_cond_wait(&queue->changed, &mutex);
    while (ready < 2)
        pthread_cond_wait(&queue->changed, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a;
    queue = malloc(sizeof *queue);
    pthread_cond_init(&queue->changed, NULL);
    pthread_create(&a, NULL, work, NULL);
    pthread_mutex_lock(&mutex);
    if (!waiting) {
        pthread_mutex_unlock(&mutex);
        exit(0);
    }
    ready = 1;
    pthread_cond_broadcast(&queue->changed);
    pthread_cond_destroy(&queue->changed);
    free(queue);
    pthread_mutex_unlock(&mutex);
    pthread_join(a, NULL);
    return 0;
}
