// Whoever waits until a time reads it, whether or not there is something to wait for.
#include <semaphore.h>
#include <stddef.h>
int main(void)
{
    sem_t semaphore;
    sem_init(&semaphore, 0, 1);
    sem_timedwait(&semaphore, NULL); //~ null-dereference
    return 0;
}
