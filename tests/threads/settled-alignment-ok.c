//@ verdict: holds
// Words at these offsets are aligned at the same time.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static char bytes[8];
static void *set(void *argument) {
    flag = 1;
    return argument;
}
static int word_at(const char *place) {
    return *(const int *)place;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, set, NULL);
    word_at(flag ? bytes : bytes + 4);
    pthread_join(thread, NULL);
    return word_at(bytes);
}
