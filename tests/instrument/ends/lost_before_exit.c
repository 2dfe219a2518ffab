//@ flags: --check memory-leak
// Words left on the stack point to the block, but no variable does.
#include <stdlib.h>

static char *only;

static char *make(void) {
    return malloc(3);
}

int main(void) {
    only = make();
    only[0] = 1;
    only = NULL;
    exit(0); //~ memory-leak
}
