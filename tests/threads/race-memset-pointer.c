//@ verdict: violated data-race
// memset called through a pointer writes as memset called by name does.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char buffer[8];
static void *(*volatile fill)(void *, int, size_t) = memset;
static void *other(void *unused) {
    (void)unused;
    fill(buffer, 1, sizeof buffer);
    return 0;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, other, 0);
    buffer[3] = 2;
    pthread_join(id, 0);
    return 0;
}
