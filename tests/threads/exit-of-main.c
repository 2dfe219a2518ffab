//@ verdict: violated use-after-scope
// main ends as a thread, and its variables with it.
#include <pthread.h>
static void *work(void *argument) {
    *(int *)argument = 1;
    return NULL;
}
int main(void) {
    pthread_t a;
    int place = 0;
    pthread_create(&a, NULL, work, &place);
    pthread_exit(NULL);
}
