//@ flags: --property reach
// Where assertions are not checked, a failed one aborts, which runs the handler.
#include <assert.h>
#include <signal.h>
extern void reach_error(void);
static void end(int number) {
    (void)number;
    reach_error(); //~ error-call
}
int main(void) {
    signal(SIGABRT, end);
    assert(0);
    return 0;
}
