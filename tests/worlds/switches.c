// Many-way branches with fall-through.
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int state = 0;
    for (int i = 0; i < 12; i++) {
        switch (__VERIFIER_nondet_int()) {
        case 0: state += 1; break;
        case 1: state *= 2; /* fall through */
        case 2: state -= 3; break;
        case -1: state ^= 5; break;
        case 2147483647: state = 7; break;
        default: state += 10; state %= 100;
        }
        printf("%d ", state);
    }
    return state & 63;
}
