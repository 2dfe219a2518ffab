// The only thread waits for itself.
#include <pthread.h>

int main(void) {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    return pthread_mutex_lock(&mutex); //~ deadlock: it has locked itself
}
