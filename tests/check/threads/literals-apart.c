//@ flags: --engine explicit
//@ says: assumed: string literals with different texts do not share their bytes
#include <assert.h>
#include <pthread.h>

static const char *greeting = "hello";
static const char *tail = "lo";
int done;

static void *work(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    assert(greeting + 3 != tail);
    pthread_join(thread, 0);
    return done - 1;
}
