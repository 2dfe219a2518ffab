#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
struct flags {
    unsigned low : 3;
    int middle : 5;
    unsigned high : 9;
    _Bool on : 1;
};
int main(void) {
    struct flags f = {0};
    unsigned n = __VERIFIER_nondet_uint();
    int m = __VERIFIER_nondet_int();
    f.high = n;
    f.low = n;
    f.middle = m;
    f.on = n & 2;
    assert(f.low == n % 8 && f.high == n % 512);
    assert(f.middle >= -16 && f.middle <= 15 && (f.middle & 31) == (m & 31));
    assert(f.on == (n >> 1 & 1));
    return 0;
}
