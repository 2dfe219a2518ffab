//@ verdict: holds
// Each thread has a variable of its own for the thread that it makes.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static pthread_t made[2];
static void *nothing(void *unused) {
    return unused;
}
static void *maker(void *unused) {
    pthread_create(&made[1], 0, nothing, 0);
    return unused;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, maker, 0);
    pthread_create(&made[0], 0, nothing, 0);
    pthread_join(id, 0);
    return 0;
}
