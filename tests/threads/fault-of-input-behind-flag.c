//@ verdict: violated assertion signed-overflow
// Only an input for which the sum overflows makes the other thread's assertion fail, and the overflow comes right behind the flag.
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int ready;
static int input;

static void *watch(void *argument)
{
    if (ready)
        assert(input != INT_MAX);
    return argument;
}

int main(void)
{
    pthread_t id;
    int local = __VERIFIER_nondet_int();
    input = local;
    pthread_create(&id, NULL, watch, NULL);
    ready = 1;
    local++;
    pthread_join(id, NULL);
    return local == 0;
}
