//@ verdict: unknown
//@ flags: --timeout 10
//@ says: may not terminate
// The execution never ends, so that nobody looks at the end for the block that was lost before.
#include <stdlib.h>
static void lose(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
}
int main(void) {
    lose();
    unsigned i = 0;
    while (i < 10) i = (i + 1) % 10;
    return 0;
}
