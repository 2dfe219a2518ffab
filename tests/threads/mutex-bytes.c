//@ verdict: violated data-race lock-misuse
// The bytes of a mutex are set while another thread may lock it.
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t id;
    pthread_create(&id, NULL, run, NULL);
    memset(&mutex, 0, sizeof mutex);
    pthread_join(id, NULL);
    return 0;
}
