// Worlds end at different places and in different ways.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void bye(void) { puts("bye"); }
int main(void) {
    atexit(bye);
    int x = __VERIFIER_nondet_int();
    if (x == 0) exit(3);
    if (x == -1) abort();
    assert(x < 100);
    if (x < 0) return 9;
    puts("end");
    return x & 31;
}
