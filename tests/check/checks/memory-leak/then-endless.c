//@ flags: --property memory
// Nobody would look for the block later: the program never ends.
#include <stdlib.h>
static char *p;
int main(void) {
    p = malloc(3);
    *p = 1;
    p = 0;
    while (1) //~ memory-leak
        ;
}
