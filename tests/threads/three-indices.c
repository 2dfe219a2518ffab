//@ verdict: violated data-race
// The element of one of three threads is read before it is joined.
#include <assert.h>
#include <pthread.h>
enum { N = 3 };
static int value[N];
static void *set(void *argument) {
    long mine = (long)argument;
    value[mine] = value[mine] + 1;
    value[mine] *= 2;
    return 0;
}
int main(void) {
    pthread_t id[N];
    for (long i = 0; i < N; i++)
        pthread_create(&id[i], 0, set, (void *)i);
    int early = value[2];
    (void)early;
    for (int i = 0; i < N; i++)
        pthread_join(id[i], 0);
    assert(value[1] == 2);
    return 0;
}
