//@ flags: --engine explicit
// Thirty threads write elements of their own, by index.
#include <assert.h>
#include <pthread.h>
enum { N = 30 };
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
    for (int i = 0; i < N; i++)
        pthread_join(id[i], 0);
    assert(value[17] == 2);
    return 0;
}
