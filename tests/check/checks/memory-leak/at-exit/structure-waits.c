//@ flags: --property memory
// A structure on its way into a call is kept while the next argument is evaluated; one that is passed in memory, and one in registers.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct large { char *block; long a, b, c; };
struct small { long n; char *block; };
static struct large large(char *block) { struct large made = {block, 1, 2, 3}; return made; }
static struct small small(char *block) { struct small made = {1, block}; return made; }
static int status(void) {
    if (__VERIFIER_nondet_int()) exit(0);
    return 1;
}
static void use(struct large l, struct small s, int n) {
    free(l.block);
    free(s.block);
}
int main(void) {
    for (int i = 0; i < 2; i++) use(large(malloc(1)), small(malloc(1)), status());
    return 0;
}
