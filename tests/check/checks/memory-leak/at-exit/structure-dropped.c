//@ flags: --property memory
// Nobody takes the result.
#include <stdlib.h>
struct small { long n; char *block; };
static struct small small(char *block) { struct small made = {1, block}; return made; }
int main(void) {
    small(malloc(1));
    exit(0); //~ memory-leak
}
