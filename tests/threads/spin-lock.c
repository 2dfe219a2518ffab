//@ verdict: violated assertion data-race
// pthread_spin_lock; the faulty one lets go too early.
#include <assert.h>
#include <pthread.h>
static pthread_spinlock_t lock;
static int counter;
static void *work(void *argument) {
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    counter++;
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
