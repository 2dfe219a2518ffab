//@ verdict: violated assertion null-dereference
// The first thread ends the program by a fault right behind the start of the other, which may be quicker.
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
    int *nowhere = NULL;
    pthread_create(&id, NULL, run, &id);
    *nowhere = 1;
    return 0;
}
