//@ flags: --property memory
// The variable holds another block when the program ends, and nothing holds the first.
#include <stdlib.h>
int main(void) {
    char *p = malloc(3);
    *p = 1;
    p = malloc(4);
    exit(p != 0); //~ memory-leak
}
