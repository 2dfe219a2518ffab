//@ flags: --engine auto --stop-at-first
//@ verdict: violated
// Three counters that get a turn each: the last is behind in two turns of three.
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
        assert(turn == 1 || x == z); //~ assertion
    }
    return 0;
}
