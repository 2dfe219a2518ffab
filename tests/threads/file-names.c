//@ verdict: violated data-race
// What `stat` writes is ordered by nobody.
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static struct stat found;
static void *work(void *name)
{
    stat(name, &found);
    return NULL;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, "/tmp");
    work("/tmp");
    pthread_join(thread, NULL);
    return 0;
}
