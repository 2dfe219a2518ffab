//@ flags: --property memory
// Byte by byte, to where no pointer would lie.
#include <stdlib.h>
static unsigned char store[11];
static void make(void) {
    char *p = malloc(2);
    for (unsigned i = 0; i < sizeof p; i++)
        store[3 + i] = ((unsigned char *)&p)[i];
}
int main(void) {
    make();
    char *p;
    for (unsigned i = 0; i < sizeof p; i++)
        ((unsigned char *)&p)[i] = store[3 + i];
    free(p);
    return 0;
}
