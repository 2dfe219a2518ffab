//@ flags: --no-check data-race --engine explicit
//@ says: assumed: structures and blocks of memory are copied in one step, which no other thread interrupts
// A processor copies the structure in several steps, and the other thread may change it in between.
#include <assert.h>
#include <pthread.h>

struct numbers {
    long first, other, last;
};

static struct numbers shared, copy;

static void *run(void *argument)
{
    shared.first = 1;
    shared.last = 1;
    return argument;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, run, NULL);
    copy = shared;
    assert(copy.first == 1 || copy.last == 0);
    pthread_join(id, NULL);
    return 0;
}
