//@ verdict: holds
// Accesses inside atomic sections do not race with each other.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int turn, value;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int gate(int expected, int next) {
    pthread_mutex_lock(&lock);
    int is_it = turn == expected;
    if (is_it)
        turn = next;
    pthread_mutex_unlock(&lock);
    return is_it;
}
static void *other(void *unused) {
    (void)unused;
    if (gate(3, 4)) {
        __VERIFIER_atomic_begin();
        value++;
        __VERIFIER_atomic_end();
    }
    return 0;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, other, 0);
    if (gate(0, 1) && gate(1, 2) && gate(2, 3)) {
        __VERIFIER_atomic_begin();
        value = 2;
        __VERIFIER_atomic_end();
    }
    pthread_join(id, 0);
    return 0;
}
