//@ verdict: violated data-race
// All uses are under the lock; in the faulty one only the writes.
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static int get(void) {
    int copy = value;
    return copy;
}
static void *writer(void *argument) {
    pthread_mutex_lock(&mutex);
    value = 1;
    pthread_mutex_unlock(&mutex);
    return argument;
}
static void *reader(void *argument) {
    return get() ? argument : NULL;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
