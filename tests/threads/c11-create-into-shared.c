//@ verdict: violated data-race
// Two threads let thrd_create write the same variable.
#include <threads.h>
static thrd_t made[2];
static int nothing(void *unused) {
    (void)unused;
    return 0;
}
static int maker(void *unused) {
    (void)unused;
    return thrd_create(&made[0], nothing, 0);
}
int main(void) {
    thrd_t id;
    thrd_create(&id, maker, 0);
    thrd_create(&made[0], nothing, 0);
    thrd_join(id, 0);
    return 0;
}
