//@ verdict: holds
// An atomic structure is loaded into variables of the threads' own.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdatomic.h>
struct large {
    long part[4];
};
static _Atomic struct large shared;
static struct large plain[2];
static void *other(void *unused) {
    __c11_atomic_store(&shared, plain[1], __ATOMIC_SEQ_CST);
    return unused;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, other, 0);
    plain[0].part[1] = 4;
    pthread_join(id, 0);
    return 0;
}
