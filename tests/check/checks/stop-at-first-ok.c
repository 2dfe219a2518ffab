// Nobody asks for leaks here: a lost block must not end the search for the error, not even where a variable is defined nowhere.
//@ flags: --svcomp --property unreach-call --engine bmc
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
extern int defined_nowhere;
static void wait_for_ever(void) {
again:
    goto again;
}
int main(void) {
    int *lost = malloc(sizeof *lost);
    lost = NULL;
    if (__VERIFIER_nondet_int())
        wait_for_ever();
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 9)
        return 0;
    // More claims than are settled at once.
    for (int i = 0; i < 100; i++) {
        if (n + i > 200)
            __VERIFIER_error();
    }
    if (n == 12 + (defined_nowhere & 1))
        __VERIFIER_error();
    return 0;
}
