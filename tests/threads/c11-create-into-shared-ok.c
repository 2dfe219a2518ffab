//@ verdict: holds
// Each thread has a variable of its own for the thread that it makes.
#include <threads.h>
static thrd_t made[2];
static int nothing(void *unused) {
    (void)unused;
    return 0;
}
static int maker(void *unused) {
    (void)unused;
    return thrd_create(&made[1], nothing, 0);
}
int main(void) {
    thrd_t id;
    thrd_create(&id, maker, 0);
    thrd_create(&made[0], nothing, 0);
    thrd_join(id, 0);
    return 0;
}
