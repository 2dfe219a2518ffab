//@ verdict: holds
// call_once of C11; the faulty one has a flag for each thread.
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
static once_flag flag = ONCE_FLAG_INIT;
static atomic_int n_made;
static void make(void) {
    atomic_fetch_add(&n_made, 1);
}
static int work(void *argument) {
    (void)argument;
    call_once(&flag, make);
    assert(atomic_load(&n_made) == 1);
    return 0;
}
int main(void) {
    thrd_t a, b;
    thrd_create(&a, work, NULL);
    thrd_create(&b, work, NULL);
    thrd_join(a, NULL);
    thrd_join(b, NULL);
    return 0;
}
