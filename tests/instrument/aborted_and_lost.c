//@ flags: --check memory-leak
// The program gives up when nothing points to a block any more.
#include <stdlib.h>

static char *kept;

static void make(void) {
    kept = malloc(3);
}

int main(void) {
    make();
    make();
    abort(); //~ memory-leak
}
