//@ verdict: violated data-race double-free
// The last one frees; the faulty one tests after it has counted down.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int n_users = 2;
static int *block;
static void *work(void *argument) {
    atomic_fetch_sub(&n_users, 1);
    if (atomic_load(&n_users) == 0)
        free(block);
    return argument;
}
int main(void) {
    pthread_t a, b;
    block = malloc(4);
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
