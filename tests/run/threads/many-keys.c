//@ run-native
// There are PTHREAD_KEYS_MAX keys.
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
int main(void) {
    pthread_key_t key;
    int n = 0;
    while (pthread_key_create(&key, NULL) == 0)
        n++;
    printf("%d\n", n > 1000 && n <= PTHREAD_KEYS_MAX);
    return 0;
}
