//@ flags: --property memory
// Nothing but a register that is left over from the allocation knows the block.
#include <stdlib.h>
static char *p;
int main(void) {
    p = malloc(3);
    *p = 1;
    p = 0;
    exit(0); //~ memory-leak
}
