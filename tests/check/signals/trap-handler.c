// A trap is a signal, for which the program has a handler.
#include <assert.h>
#include <signal.h>
static void end(int number) {
    (void)number;
    assert(0); //~ assertion
}
int main(void) {
    signal(SIGILL, end);
    __builtin_trap();
}
