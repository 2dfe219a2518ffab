//@ verdict: violated data-race use-after-free
// What was taken out of reach is freed while somebody may still read it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *block;
static _Atomic(int *) current;
static atomic_int done;
static void *reader(void *argument) {
    int *seen = atomic_load(&current);
    int copy = seen == NULL ? 0 : *seen;
    atomic_store(&done, 1);
    return copy < 0 ? argument : NULL;
}
static void *writer(void *argument) {
    atomic_store(&current, NULL);
    free(block);
    return argument;
}
int main(void) {
    pthread_t a, b;
    block = malloc(sizeof *block);
    *block = 1;
    atomic_store(&current, block);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, writer, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
