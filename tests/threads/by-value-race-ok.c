//@ verdict: holds
// The structure that is passed by value is read behind the join.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct large {
    long part[4];
};
static struct large shared;
static long first(struct large copy) {
    return copy.part[0];
}
static void *other(void *unused) {
    (void)unused;
    shared.part[2] = 1;
    return 0;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, other, 0);
    pthread_join(id, 0);
    return first(shared) != 0;
}
