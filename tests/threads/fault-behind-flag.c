//@ verdict: violated assertion division-by-zero
// Nobody sees the division, but before it the other thread can see the flag.
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
    ready = 1;
    local = 1 / local;
    pthread_join(id, NULL);
    return local;
}
