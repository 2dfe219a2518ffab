// The handler is one of another signal: a trap ends the program.
#include <assert.h>
#include <signal.h>
static void end(int number) {
    (void)number;
    assert(0);
}
int main(void) {
    signal(SIGTERM, end);
    __builtin_trap();
}
