//@ verdict: holds
// The flag is set only when the other thread has ended.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;

static void *watch(void *argument)
{
    assert(ready == 0);
    return argument;
}

int main(void)
{
    pthread_t id;
    int local = 0;
    pthread_create(&id, NULL, watch, NULL);
    local = 1;
    pthread_join(id, NULL);
    ready = 1;
    return !local;
}
