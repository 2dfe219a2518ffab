// Bytes that two stores of different widths have left.
#include <assert.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned char a[8] = {0};
    unsigned v = __VERIFIER_nondet_uint(), at = __VERIFIER_nondet_uint() % 5;
    memcpy(a + at, &v, 4);
    a[4] = 0xee;
    unsigned short s;
    memcpy(&s, a + 3, 2);
    assert(s >> 8 == 0xee);
    assert((s & 255) == (at > 3 ? 0 : v >> 8 * (3 - at) & 255));
    return 0;
}
