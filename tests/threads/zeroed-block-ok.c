//@ verdict: holds
// A large block that nobody has written is not one of zeros; these are.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int flag;
static void *set(void *argument) {
    flag = 1;
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    char *block = flag ? calloc(2, 5000) : calloc(1, 10000);
    pthread_join(thread, NULL);
    int result = block[5000] == 1;
    free(block);
    return result;
}
