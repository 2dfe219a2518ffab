// With SA_NODEFER it is.
#include <assert.h>
#include <signal.h>
#include <string.h>

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
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = nest;
    action.sa_flags = SA_NODEFER;
    sigaction(SIGINT, &action, NULL);
    raise(SIGINT);
    assert(n_calls == 2);
    assert(deepest == 2);
    return 0;
}
