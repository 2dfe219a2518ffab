//@ flags: --property memory
// The variable that held the block is no more.
#include <stdlib.h>
int main(void) {
    {
        char *p = malloc(3);
        *p = 1;
    }
    exit(0); //~ memory-leak
}
