//@ verdict: violated data-race
// All threads get a pointer to the same loop variable.
#include <pthread.h>
static void *work(void *argument) {
    int number = *(int *)argument;
    return number < 0 ? argument : NULL;
}
int main(void) {
    pthread_t ids[2];
    int numbers[2];
    for (numbers[0] = 0; numbers[0] < 2; numbers[0]++)
        pthread_create(&ids[numbers[0]], NULL, work, &numbers[0]);
    pthread_join(ids[0], NULL);
    pthread_join(ids[1], NULL);
    return 0;
}
