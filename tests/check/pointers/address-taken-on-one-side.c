// What is known of an address does not depend on who has looked at it.
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int y = 2, *q = &y;
    uintptr_t v = 0;
    if (__VERIFIER_nondet_int()) v = (uintptr_t)&y;
    *q = 3;
    return v == 1;
}
