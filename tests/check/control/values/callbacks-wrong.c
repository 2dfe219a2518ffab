//@ flags: --property reach --engine auto --stop-at-first
//@ verdict: violated
// The library calls a function that changes a variable.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int n_compared;
static int compare(const void *a, const void *b) {
    n_compared++;
    return *(const int *)a - *(const int *)b;
}
int main(void) {
    int numbers[3] = {3, 2, 1};
    qsort(numbers, 3, sizeof *numbers, compare);
    if (n_compared) reach_error(); //~ error-call
    return 0;
}
