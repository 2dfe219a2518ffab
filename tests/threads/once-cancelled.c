//@ verdict: violated assertion
// A routine whose thread is cancelled has not been called; one that ends before that has.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int n_done;

static void initialize(void)
{
    pthread_testcancel();
    n_done++;
}

static void *run(void *argument)
{
    pthread_once(&once, initialize);
    return argument;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, run, NULL);
    pthread_cancel(id);
    void *result;
    pthread_join(id, &result);
    assert(n_done == (result != PTHREAD_CANCELED));
    pthread_once(&once, initialize);
    assert(n_done == 2);
    return 0;
}
