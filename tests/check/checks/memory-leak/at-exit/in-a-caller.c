//@ flags: --property memory
// The caller has lost the block before it calls who ends the program.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void end(int status) {
    if (status) exit(status); //~ memory-leak
}
int main(void) {
    char *p = malloc(3);
    int n = __VERIFIER_nondet_int();
    if (n == 7) p = 0;
    end(n);
    free(p);
    return 0;
}
