//@ verdict: violated signed-overflow
// What a thread is given may be anything.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void *work(void *argument) {
    int input = __VERIFIER_nondet_int();
    pthread_mutex_lock(&mutex);
    sum += input;
    pthread_mutex_unlock(&mutex);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
