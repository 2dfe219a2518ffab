//@ flags: --engine explicit
// Thirty threads count in elements of their own.
#include <assert.h>
#include <pthread.h>
enum { N = 30 };
static int count[N];
static void *add(void *argument) {
    int *mine = argument;
    for (int i = 0; i < 3; i++)
        (*mine)++;
    return 0;
}
int main(void) {
    pthread_t id[N];
    for (int i = 0; i < N; i++)
        pthread_create(&id[i], 0, add, &count[i]);
    for (int i = 0; i < N; i++)
        pthread_join(id[i], 0);
    for (int i = 0; i < N; i++)
        assert(count[i] == 3);
    return 0;
}
