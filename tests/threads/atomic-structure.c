//@ verdict: violated data-race
// A structure that is too large for an instruction, atomic all the same.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct three {
    int a, b, c;
};
static struct three shared;
static void *writer(void *argument) {
    struct three new = {1, 1, 1};
    shared = new;
    return argument;
}
static void *reader(void *argument) {
    struct three seen = shared;
    assert(seen.a == seen.c);
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
