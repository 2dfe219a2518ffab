//@ verdict: violated data-race
// pthread_key_create writes the key while another thread reads it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static pthread_key_t key;
static void *reader(void *unused) {
    pthread_key_t seen = key;
    (void)seen;
    return unused;
}
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, reader, 0);
    pthread_key_create(&key, 0);
    pthread_join(id, 0);
    return 0;
}
