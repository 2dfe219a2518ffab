//@ verdict: holds
// A variable of main's is everybody's once a thread has its address.
#include <pthread.h>
static void *work(void *argument) {
    *(int *)argument += 1;
    return NULL;
}
int main(void) {
    pthread_t a;
    int local = 0;
    pthread_create(&a, NULL, work, &local);
    pthread_join(a, NULL);
    local++;
    return local;
}
