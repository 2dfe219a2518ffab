//@ flags: --property reach
// The same with a handler of another signal.
#include <assert.h>
#include <signal.h>
extern void reach_error(void);
static void end(int number) {
    (void)number;
    reach_error();
}
int main(void) {
    signal(SIGTERM, end);
    assert(0);
    return 0;
}
