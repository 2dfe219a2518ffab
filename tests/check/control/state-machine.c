// An unbounded loop over inputs that only ends by itself.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int state = 0;
    while (state != 3) {
        int n = __VERIFIER_nondet_int();
        switch (state) {
        case 0: state = 1; break;
        case 1: state = n > 0 ? 2 : 3; break;
        case 2: state = 3; break;
        default: assert(0);
        }
    }
    return 0;
}
