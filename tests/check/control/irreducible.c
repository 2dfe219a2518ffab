// A loop with two entries.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0, rounds = 0;
    if (__VERIFIER_nondet_int()) goto inside;
    n = 10;
outside:
    rounds++;
inside:
    n++;
    if (n < 5) goto outside;
    assert(rounds <= 4);
    assert(n == 5 || n == 11);
    return 0;
}
