//@ verdict: violated data-race
// Who sees the value of a semaphore need not see what came before the post.
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int result;

static void *run(void *argument)
{
    result = 1;
    sem_post(&done);
    return argument;
}

int main(void)
{
    pthread_t id;
    int value;
    sem_init(&done, 0, 0);
    pthread_create(&id, NULL, run, NULL);
    sem_getvalue(&done, &value);
    if (value > 0)
        result++;
    pthread_join(id, NULL);
    return 0;
}
