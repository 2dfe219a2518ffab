//@ verdict: violated data-race out-of-bounds use-after-free
// A stream must not be closed while another thread may still use it.
#include <pthread.h>
#include <stdio.h>

static FILE *stream;

static void *run(void *argument)
{
    fputc('a', stream);
    return argument;
}

int main(void)
{
    pthread_t id;
    stream = fopen("file", "w");
    if (stream == NULL)
        return 0;
    pthread_create(&id, NULL, run, NULL);
    fputc('b', stream);
    fclose(stream);
    pthread_join(id, NULL);
    return 0;
}
