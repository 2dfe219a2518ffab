//@ verdict: violated assertion
// A routine that ends its thread has not been called: the other thread calls it again.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int n_calls;

static void initialize(void)
{
    if (n_calls++ == 0)
        pthread_exit(NULL);
}

static void *run(void *argument)
{
    pthread_once(&once, initialize);
    return argument;
}

int main(void)
{
    pthread_t ids[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&ids[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(ids[i], NULL);
    assert(n_calls == 1);
    return 0;
}
