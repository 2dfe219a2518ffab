//@ verdict: violated data-race use-after-free
// Who reads says what it reads, and looks whether it is still there; the faulty one does not look.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) current, hazard;
static void *reader(void *argument) {
    int *seen = atomic_load(&current);
    atomic_store(&hazard, seen);
    if (seen != NULL) {
        int copy = *seen;
        (void)copy;
    }
    atomic_store(&hazard, NULL);
    return argument;
}
static void *remover(void *argument) {
    int *old = atomic_exchange(&current, NULL);
    while (atomic_load(&hazard) == old)
        ;
    free(old);
    return argument;
}
int main(void) {
    pthread_t a, b;
    int *first = malloc(sizeof *first);
    *first = 1;
    atomic_store(&current, first);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, remover, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
