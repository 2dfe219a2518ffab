//@ verdict: violated assertion
// The balance is tested and changed under the lock; in the faulty one under the lock twice.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int balance = 10;
static void *withdraw(void *argument) {
    pthread_mutex_lock(&mutex);
    int enough = balance >= 10;
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    if (enough)
        balance -= 10;
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, withdraw, NULL);
    pthread_create(&b, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(balance >= 0);
    return 0;
}
