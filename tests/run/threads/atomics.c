//@ run-native
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int flag, total;
static int data;
static void *send(void *argument) {
    data = 42;
    atomic_store(&flag, 1);
    for (int i = 0; i < 100; i++)
        atomic_fetch_add(&total, 1);
    return argument;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, send, NULL);
    while (!atomic_load(&flag))
        ;
    printf("%d\n", data);
    for (int i = 0; i < 100; i++)
        __sync_fetch_and_add((int *)&total, 1);
    pthread_join(thread, NULL);
    printf("%d\n", atomic_load(&total));
    return 0;
}
