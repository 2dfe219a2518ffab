//@ verdict: holds
// A mutex that is locked twice by the same thread must be recursive.
#include <pthread.h>
static pthread_mutex_t mutex;
static int depth;
static void nested(int n) {
    pthread_mutex_lock(&mutex);
    depth++;
    if (n > 0)
        nested(n - 1);
    pthread_mutex_unlock(&mutex);
}
static void *work(void *argument) {
    nested(1);
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &attributes);
    pthread_create(&a, NULL, work, NULL);
    nested(1);
    pthread_join(a, NULL);
    return 0;
}
