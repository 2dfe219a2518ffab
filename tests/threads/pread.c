//@ verdict: violated data-race
// Both read into the same byte.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int fd;
static char byte;
static void *work(void *argument)
{
    pread(fd, &byte, 1, 0);
    return argument;
}
int main(void)
{
    fd = open("data", O_RDONLY);
    if (fd < 0)
        return 0;
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    work(NULL);
    pthread_join(thread, NULL);
    return 0;
}
