//@ flags: --seed 5
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#include <assert.h>
#include <pthread.h>
static int counter;
static void __VERIFIER_atomic_add(void) {
    int old = counter;
    counter = old + 1;
}
static void *add(void *argument) {
    for (int i = 0; i < 20; i++)
        __VERIFIER_atomic_add();
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    for (int i = 0; i < 20; i++) {
        __VERIFIER_atomic_begin();
        counter++;
        __VERIFIER_atomic_end();
    }
    pthread_join(thread, NULL);
    assert(counter == 40);
    return 0;
}
