#include <limits.h>
extern long __VERIFIER_nondet_long(void);
int main(void) {
    long a = __VERIFIER_nondet_long();
    if (a > 0 || a == LONG_MIN) return 0;
    return -a > 5;
}
