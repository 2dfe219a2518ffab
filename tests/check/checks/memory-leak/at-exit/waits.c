//@ flags: --property memory
// An argument that has been evaluated is kept while the next one is.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int status(void) {
    if (__VERIFIER_nondet_int()) exit(0);
    return 1;
}
static void use(char *block, int n) {
    *block = (char)n;
    free(block);
}
int main(void) {
    use(malloc(1), status());
    return 0;
}
