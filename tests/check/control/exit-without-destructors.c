// Ends at once: no destructor, no handler.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
__attribute__((destructor)) static void end(void) { reach_error(); }
int main(void) {
    atexit(end);
    if (__VERIFIER_nondet_int()) _Exit(3);
    quick_exit(4);
}
