//@ flags: --property memory
// Three bytes are not enough to find the block again.
#include <stdlib.h>
static unsigned char store[3];
static void make(void) {
    char *p = malloc(2);
    for (unsigned i = 0; i < sizeof store; i++)
        store[i] = ((unsigned char *)&p)[i];
} //~ memory-leak
int main(void) {
    make();
    return store[0];
}
