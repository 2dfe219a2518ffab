//@ verdict: holds
// Two members of a structure are two places; two bit-fields of a word are one.
#include <pthread.h>
static struct { int low, high; } both;
static void *one(void *argument) {
    both.low = 1;
    return argument;
}
static void *two(void *argument) {
    both.high = 1;
    return argument;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
