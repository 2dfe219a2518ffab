//@ flags: --engine auto
// None of these races with another.
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static void *work(void *name)
{
    struct stat found;
    if (access(name, F_OK) == 0 && stat(name, &found) == 0)
        truncate(name, 0);
    chmod(name, 0600);
    rename(name, "c");
    unlink(name);
    return NULL;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, "a");
    work("b");
    pthread_join(thread, NULL);
    return 0;
}
