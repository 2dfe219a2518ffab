#include <assert.h>
#include <stdlib.h>

static int n_exits, n_handled;

static void handle(void) {
    n_handled++;
    assert(n_exits == 0); //~ assertion
}

void exit(int status) {
    n_exits++;
    (void)status;
    abort();
}

int main(void) {
    atexit(handle);
    n_exits = 1;
    return 0;
}
