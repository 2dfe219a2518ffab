//@ says: no signal is ignored or blocked when the program begins
#include <assert.h>
#include <signal.h>
int main(void) {
    assert(signal(SIGTERM, SIG_IGN) == SIG_DFL);
    return 0;
}
