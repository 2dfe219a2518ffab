//@ verdict: holds
// Each thread reads its own file, into bytes of its own.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static char buffer[2];

static void *run(void *argument)
{
    int file = open("one", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0)
        return argument;
    write(file, "a", 1);
    lseek(file, 0, SEEK_SET);
    read(file, buffer + 1, 1);
    close(file);
    return argument;
}

int main(void)
{
    pthread_t id;
    int file = open("other", O_RDWR | O_CREAT | O_TRUNC, 0600);
    if (file < 0)
        return 0;
    write(file, "b", 1);
    lseek(file, 0, SEEK_SET);
    pthread_create(&id, NULL, run, NULL);
    read(file, buffer, 1);
    pthread_join(id, NULL);
    close(file);
    return 0;
}
