//@ flags: --property reach --engine loops
//@ verdict: unknown
// The same with a handler of the signal that abort sends.
#include <signal.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int is_over;
static int down(int n) {
    if (is_over) reach_error();
    if (n == 0) abort();
    return down(n - 1);
}
static void end(int number) {
    is_over = number;
    down(3);
}
int main(void) {
    signal(SIGABRT, end);
    int n = __VERIFIER_nondet_int();
    if (n >= 0) down(n);
    _Exit(0);
}
