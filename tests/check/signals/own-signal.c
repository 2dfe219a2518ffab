// A handler is not called while it runs: its signal is blocked and comes when it has returned.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t depth, deepest, n_calls;

static void nest(int number) {
    depth++;
    if (depth > deepest)
        deepest = depth;
    if (++n_calls == 1)
        raise(number);
    depth--;
}

int main(void) {
    signal(SIGINT, nest);
    raise(SIGINT);
    assert(n_calls == 2);
    assert(deepest == 2); //~ assertion
    return 0;
}
