//@ verdict: holds
// Two threads that wait for each other's end.
#include <pthread.h>
static pthread_t ids[2];
static pthread_barrier_t both_known;
static void *one(void *argument) {
    pthread_barrier_wait(&both_known);
    pthread_join(ids[1], NULL);
    return argument;
}
static void *two(void *argument) {
    pthread_barrier_wait(&both_known);
    return argument;
}
int main(void) {
    pthread_barrier_init(&both_known, NULL, 3);
    pthread_create(&ids[0], NULL, one, NULL);
    pthread_create(&ids[1], NULL, two, NULL);
    pthread_barrier_wait(&both_known);
    pthread_join(ids[0], NULL);
    return 0;
}
