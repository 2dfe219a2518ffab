// Two threads count, each under a lock; with FAULTY the second one forgets to look before it divides.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int count = 1;

void *down(void *argument) {
    pthread_mutex_lock(&lock);
    count--;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void) {
    pthread_t thread;
    int share;
    pthread_create(&thread, 0, down, 0);
    pthread_mutex_lock(&lock);
#ifdef FAULTY
    share = 10 / count;
#else
    share = count ? 10 / count : 0;
#endif
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0);
    return share;
}
