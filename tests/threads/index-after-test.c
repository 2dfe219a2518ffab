//@ verdict: violated array-index
// An index that others change is read once; the faulty one reads it again.
#include <pthread.h>
#include <stdatomic.h>
static int table[2];
static atomic_int index_of = 1;
static void *user(void *argument) {
    int idx = atomic_load(&index_of);
    if (idx < 2)
        return table[atomic_load(&index_of)] ? argument : NULL;
    return argument;
}
static void *changer(void *argument) {
    atomic_store(&index_of, 2);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, changer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
