//@ verdict: violated data-race use-after-free
// A block with a semaphore is freed by who has seen a flag that was set before the post.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct job {
    sem_t done;
    atomic_int is_done;
};

static void *run(void *argument)
{
    struct job *job = argument;
    job->is_done = 1;
    sem_post(&job->done);
    return NULL;
}

int main(void)
{
    struct job *job = malloc(sizeof *job);
    if (job == NULL)
        return 1;
    job->is_done = 0;
    sem_init(&job->done, 0, 0);
    pthread_t id;
    pthread_create(&id, NULL, run, job);
    if (!job->is_done)
        pthread_join(id, NULL);
    free(job);
    return 0;
}
