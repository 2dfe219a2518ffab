//@ verdict: holds
// The destructor of a key frees the value; the faulty thread has done so itself.
#include <pthread.h>
#include <stdlib.h>
static pthread_key_t key;
static void *work(void *argument) {
    void *value = malloc(4);
    pthread_setspecific(key, value);
    return argument;
}
int main(void) {
    pthread_t a;
    pthread_key_create(&key, free);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    return 0;
}
