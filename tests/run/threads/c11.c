//@ run-native
#include <stdio.h>
#include <threads.h>
static mtx_t mutex;
static int total;
static int add(void *argument) {
    mtx_lock(&mutex);
    total += *(int *)argument;
    mtx_unlock(&mutex);
    return 9;
}
int main(void) {
    thrd_t threads[2];
    int numbers[2] = {3, 4}, result;
    mtx_init(&mutex, mtx_plain);
    for (int i = 0; i < 2; i++)
        thrd_create(&threads[i], add, &numbers[i]);
    for (int i = 0; i < 2; i++)
        thrd_join(threads[i], &result);
    printf("%d %d\n", total, result);
    return 0;
}
