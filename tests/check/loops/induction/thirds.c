//@ flags: --engine loops
//@ verdict: holds
// Three counters that get a turn each: the invariant has a case for each turn.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 0, y = 0, z = 0, turn = 0;
    while (__VERIFIER_nondet_int()) {
        if (turn == 0) {
            x++;
            turn = 1;
        } else if (turn == 1) {
            y++;
            turn = 2;
        } else {
            z++;
            turn = 0;
        }
        if (x > 1000) break;
        assert(x - z <= 1 && z <= y && y <= x);
        assert(turn != 0 || x == z);
    }
    return 0;
}
