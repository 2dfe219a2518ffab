//@ verdict: holds
// Both read the same file at places of their own.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int fd;
static void *work(void *to)
{
    pread(fd, to, 1, 0);
    return NULL;
}
int main(void)
{
    char a = 0, b = 0;
    fd = open("data", O_RDONLY);
    if (fd < 0)
        return 0;
    pthread_t thread;
    pthread_create(&thread, NULL, work, &a);
    work(&b);
    pthread_join(thread, NULL);
    return 0;
}
