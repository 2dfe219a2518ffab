//@ verdict: holds
// The cleanup handler of the cancelled thread changes nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int cleaned;
static int started;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void clean(void *unused) {
    (void)unused;
    cleaned = 0;
}
static void *slow(void *unused) {
    pthread_mutex_lock(&lock);
    started = 1;
    pthread_mutex_unlock(&lock);
    int before = cleaned;
    assert(before == 0);
    return unused;
}
static void *waiter(void *unused) {
    pthread_t id;
    pthread_create(&id, 0, slow, 0);
    pthread_cleanup_push(clean, 0);
    pthread_join(id, 0);
    pthread_cleanup_pop(0);
    return unused;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, waiter, 0);
    pthread_mutex_lock(&lock);
    int is_started = started;
    pthread_mutex_unlock(&lock);
    if (!is_started)
        return 0;
    pthread_cancel(id);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
