#include <assert.h>
#include <ctype.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c < -1 || c > 255) return 0;
    assert(!isdigit(c) == !(c >= '0' && c <= '9'));
    return 0;
}
