//@ flags: --property memory
// When the function has ended, only the memory in which the structure was passed still has the pointer.
#include <stdlib.h>
struct large { char *block; long a, b, c; };
static struct large large(char *block) { struct large made = {block, 1, 2, 3}; return made; }
static void use(struct large l) { } //~ memory-leak
int main(void) {
    use(large(malloc(1)));
    exit(0);
}
