//@ verdict: holds
// All threads get a pointer to the same loop variable.
#include <pthread.h>
static void *work(void *argument) {
    int number = *(int *)argument;
    return number < 0 ? argument : NULL;
}
int main(void) {
    pthread_t ids[2];
    int numbers[2];
    for (int n = 0; n < 2; n++) {
        numbers[n] = n;
        pthread_create(&ids[n], NULL, work, &numbers[n]);
    }
    pthread_join(ids[0], NULL);
    pthread_join(ids[1], NULL);
    return 0;
}
