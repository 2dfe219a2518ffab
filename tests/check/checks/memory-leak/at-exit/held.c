//@ flags: --property memory
// Variables hold blocks until the program ends, whether anybody reads them again or not.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static char *anywhere;
static char *second(char *block) { return block + 1; }
static void end(char *passed, int how) {
    char *moved = second(malloc(8));
    if (how == 1) exit(0);
    if (how == 2) abort();
    if (how == 3) _Exit(0);
    free(moved - 1);
    free(passed);
}
int main(void) {
    int how = __VERIFIER_nondet_int();
    char *block = malloc(3), *interior;
    char *either = how > 5 ? malloc(4) : malloc(5);
    anywhere = malloc(6);
    interior = block + 2;
    block = 0;
    end(malloc(7), how);
    free(interior - 2);
    free(either);
    free(anywhere);
    return 0;
}
