//@ flags: --check memory-leak
//@ exit: 134
// Blocks that variables still point to are not lost when the program gives up, not even in a handler of exit.
#include <stdlib.h>

static char *kept;

static void handler(void) {
    char *local = malloc(5);
    local[0] = kept[0];
    abort();
}

int main(void) {
    kept = malloc(3);
    kept[0] = 1;
    atexit(handler);
    return 0;
}
