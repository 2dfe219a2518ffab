//@ flags: --property reach
// An endless loop over few states, one of which is wrong.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int locked = 0, open = 0;
    while (1) {
        int *request = malloc(sizeof *request);
        *request = __VERIFIER_nondet_int();
        if (*request == 1) {
            if (locked) reach_error(); //~ error-call
            locked = 1;
        }
        if (*request == 2) open = !open;
        if (*request != 1 || !open) locked = 0;
        free(request);
    }
}
