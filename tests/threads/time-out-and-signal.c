//@ verdict: violated assertion
// The time is out, and before the mutex is free again the condition comes true.
#include <assert.h>
#include <pthread.h>
static int is_set;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *set(void *unused) {
    pthread_mutex_lock(&lock);
    is_set = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t id;
    struct timespec until = {0, 0};
    int error = 0;
    pthread_create(&id, 0, set, 0);
    pthread_mutex_lock(&lock);
    if (!is_set)
        error = pthread_cond_timedwait(&changed, &lock, &until);
    assert(error == 0 || !is_set);
    pthread_mutex_unlock(&lock);
    pthread_join(id, 0);
    return 0;
}
