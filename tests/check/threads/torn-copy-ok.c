//@ flags: --no-check data-race
// The structure is copied while nobody else can change it.
#include <assert.h>
#include <pthread.h>

struct numbers {
    long first, other, last;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct numbers shared, copy;

static void *run(void *argument)
{
    pthread_mutex_lock(&mutex);
    shared.first = 1;
    shared.last = 1;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, run, NULL);
    pthread_mutex_lock(&mutex);
    copy = shared;
    pthread_mutex_unlock(&mutex);
    assert(copy.first == 1 || copy.last == 0);
    pthread_join(id, NULL);
    return 0;
}
