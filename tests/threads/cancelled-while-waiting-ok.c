//@ verdict: holds
// A thread that is cancelled in a wait ends there or goes on.
#include <assert.h>
#include <pthread.h>
static int is_set;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void unlock(void *mutex) {
    pthread_mutex_unlock(mutex);
}
static void *wait(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, &lock);
    while (!is_set)
        pthread_cond_wait(&changed, &lock);
    pthread_cleanup_pop(1);
    return unused;
}
int main(void) {
    pthread_t id;
    void *result;
    pthread_create(&id, 0, wait, 0);
    pthread_mutex_lock(&lock);
    pthread_cancel(id);
    is_set = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    pthread_join(id, &result);
    assert(result == PTHREAD_CANCELED || result == 0);
    return 0;
}
