//@ verdict: unknown
//@ says: a function of the C library without a model
// A handler that is set by a function without a model.
#include <assert.h>
#include <signal.h>
extern void (*bsd_signal(int, void (*)(int)))(int);
static void end(int number) {
    assert(number != SIGUSR1);
}
int main(void) {
    bsd_signal(SIGUSR1, end);
    raise(SIGUSR1);
    return 0;
}
