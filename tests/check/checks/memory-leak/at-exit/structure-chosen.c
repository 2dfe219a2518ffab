//@ flags: --property memory
// One of two structures is on its way into a call, then neither is.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct large { char *block; long a, b, c; };
static struct large large(char *block) { struct large made = {block, 1, 2, 3}; return made; }
static int status(void) {
    if (__VERIFIER_nondet_int()) exit(0);
    return 1;
}
static void use(struct large l, int n) { free(l.block); }
int main(void) {
    for (int i = 0; i < 2; i++)
        use(__VERIFIER_nondet_int() ? large(malloc(1)) : large(0), status());
    exit(0);
}
