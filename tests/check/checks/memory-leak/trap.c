//@ flags: --property memory
// The end of the program by an instruction of the machine.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    void *p = malloc(4);
    if (__VERIFIER_nondet_int()) p = 0;
    if (!p) __builtin_trap(); //~ memory-leak
    free(p);
    return 0;
}
