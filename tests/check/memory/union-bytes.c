//@ data-model: both
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    union {
        unsigned word;
        unsigned char bytes[4];
        unsigned short halves[2];
    } u;
    unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint() % 4;
    u.word = n;
    assert(u.bytes[i] == (n >> 8 * i & 0xff));
    assert(u.halves[1] == n >> 16);
    u.bytes[1] = 0;
    assert(u.word == (n & 0xffff00ff));
    return 0;
}
