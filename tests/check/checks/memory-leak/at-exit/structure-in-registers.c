//@ flags: --property memory
// The same with one that is passed in registers.
#include <stdlib.h>
struct small { long n; char *block; };
static struct small small(char *block) { struct small made = {1, block}; return made; }
static void use(struct small s) { } //~ memory-leak
int main(void) {
    for (int i = 0; i < 2; i++) {
        use(small(i == 0 ? malloc(1) : 0));
        if (i == 1) exit(0);
    }
    return 0;
}
