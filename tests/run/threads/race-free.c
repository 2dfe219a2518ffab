#include <pthread.h>
#include <stdlib.h>
static void *use(void *argument) {
    *(int *)argument = 1;
    return argument;
}
int main(void) {
    pthread_t thread;
    int *block = malloc(sizeof *block);
    pthread_create(&thread, NULL, use, block);
    free(block); //~ data-race
    pthread_join(thread, NULL);
    return 0;
}
