#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0, rounds = 0;
    if (__VERIFIER_nondet_int()) goto inside;
    n = 3;
outside:
    rounds++;
inside:
    n++;
    if (n < 5) goto outside;
    assert(rounds <= 3); //~ assertion
    return 0;
}
