// A function that runs at the end sees how the program ended.
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int g;
static void at(void) { assert(g != 2); } //~ assertion
int main(void) {
    atexit(at);
    g = __VERIFIER_nondet_int() & 3;
    if (g == 1) _Exit(1);
    if (g == 3) exit(0);
    return 0;
}
