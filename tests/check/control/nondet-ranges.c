// What inputs of each type can be.
//@ data-model: both
#include <assert.h>
#include <limits.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
    int b = __VERIFIER_nondet_bool();
    assert(b == 0 || b == 1);
    int c = __VERIFIER_nondet_char(), u = __VERIFIER_nondet_uchar(), s = __VERIFIER_nondet_short();
    assert(c >= CHAR_MIN && c <= CHAR_MAX && u >= 0 && u <= 255 && s >= SHRT_MIN && s <= SHRT_MAX);
    long l = __VERIFIER_nondet_long();
    unsigned long long ull = __VERIFIER_nondet_ulonglong();
    assert(l <= LONG_MAX && ull <= ULLONG_MAX);
    if (b && c == CHAR_MIN && u == 255 && s == -1 && l == LONG_MIN && ull == ULLONG_MAX)
        assert(0); //~ assertion
    return 0;
}
