//@ silent: strcmp and its relatives
// Whoever looks at the sign only needs no assumption.
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    char a[2] = {(char)__VERIFIER_nondet_int(), 0}, b[2] = {(char)__VERIFIER_nondet_int(), 0};
    int result = strcmp(a, b);
    assert(!(result < 0 && result > 0) && (result == 0) == (a[0] == b[0]));
    return 0;
}
