//@ flags: --property memory
// Debug info says nothing of a variable whose declaration is jumped over.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void end(void) { exit(1); }
int main(void) {
    switch (__VERIFIER_nondet_int()) {
        char *p;
    case 1:
        p = malloc(4);
        end();
        break;
    default:
        p = malloc(8);
        abort();
    }
    return 0;
}
