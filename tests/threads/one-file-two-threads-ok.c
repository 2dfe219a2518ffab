//@ verdict: holds
// Streams and files may be used by several threads at the same time.
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
    pthread_join(id, NULL);
    fclose(stream);
    return 0;
}
