//@ verdict: holds
// Atomic loads and stores of a large structure do not race.
#include <pthread.h>
#include <stdatomic.h>
struct large {
    long part[4];
};
static _Atomic struct large shared;
static void *other(void *unused) {
    struct large new = {{1, 2, 3, 4}};
    shared = new;
    return unused;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, other, 0);
    struct large seen = shared;
    (void)seen;
    pthread_join(id, 0);
    return 0;
}
