// The sum does not fit if `x` was read before it was written; what `x` is when that shows is another matter.
#include <limits.h>
#include <pthread.h>

int x;

void *set(void *argument) {
    x = 3;
    return argument;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, set, 0);
    int seen = x;
    int sum = INT_MAX + (seen == 0);
    pthread_join(thread, 0);
    return sum == seen;
}
