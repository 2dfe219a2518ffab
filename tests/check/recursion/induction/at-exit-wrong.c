//@ flags: --property reach --engine loops
//@ verdict: unknown
// A handler runs while activations are under way.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int is_over;
static int down(int n) {
    if (is_over) reach_error();
    if (n == 0) exit(0);
    return down(n - 1);
}
static void end(void) {
    is_over = 1;
    down(3);
}
int main(void) {
    atexit(end);
    int n = __VERIFIER_nondet_int();
    return n < 0 ? 0 : down(n);
}
