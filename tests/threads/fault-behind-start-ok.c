//@ verdict: holds
// The first thread does nothing wrong behind the start of the other, which may be quicker.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *run(void *argument)
{
    assert(argument == NULL);
    return NULL;
}

int main(void)
{
    pthread_t id;
    int here, *somewhere = &here;
    pthread_create(&id, NULL, run, NULL);
    *somewhere = 1;
    return 0;
}
