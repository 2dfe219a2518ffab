//@ verdict: violated assertion
// Request and reply over two flags; the faulty server answers before it has looked.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int request, reply;
static void *client(void *argument) {
    atomic_store(&request, 5);
    while (!atomic_load(&reply))
        ;
    assert(atomic_load(&reply) == 6);
    return argument;
}
static void *server(void *argument) {
    int asked = atomic_load(&request);
    atomic_store(&reply, asked + 1);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, client, NULL);
    pthread_create(&b, NULL, server, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
