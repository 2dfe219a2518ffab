//@ says: signals come from the program itself
// A signal from outside could come at any time.
#include <assert.h>
#include <signal.h>
static void end(int number) {
    (void)number;
    assert(0);
}
int main(void) {
    signal(SIGINT, end);
    return 0;
}
