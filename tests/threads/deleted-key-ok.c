//@ verdict: holds
// A new key has no value, whatever a deleted one had.
#include <assert.h>
#include <pthread.h>
static void *nothing(void *unused) {
    return unused;
}
int main(void) {
    pthread_key_t old, new;
    pthread_t id;
    int value;
    pthread_create(&id, 0, nothing, 0);
    pthread_key_create(&old, 0);
    pthread_setspecific(old, &value);
    pthread_key_delete(old);
    pthread_key_create(&new, 0);
    assert(pthread_getspecific(new) == 0);
    pthread_join(id, 0);
    return 0;
}
