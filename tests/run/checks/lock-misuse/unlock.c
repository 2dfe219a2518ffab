#include <pthread.h>

int main(void) {
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, 0);
    return pthread_mutex_unlock(&mutex); //~ lock-misuse: not locked
}
