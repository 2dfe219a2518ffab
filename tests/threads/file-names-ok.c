//@ verdict: holds
// The system orders what threads do to names of files.
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static void *work(void *name)
{
    struct stat found;
    stat(name, &found);
    return NULL;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, "a");
    unlink("b");
    pthread_join(thread, NULL);
    return 0;
}
