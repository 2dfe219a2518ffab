// The address of a variable is seen in a round for the first time.
//@ flags: --engine loops
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) {
            uintptr_t address = (uintptr_t)&x;
            *(int *)address = 1;
        }
        assert(x == 0 || x == 1);
    }
}
