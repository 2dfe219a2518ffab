#include <assert.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char from[8] = "abcdefg", to[8] = "0123456";
    unsigned n = __VERIFIER_nondet_uchar() % 9, i = __VERIFIER_nondet_uchar() % 8;
    memcpy(to, from, n);
    assert(to[i] == (i < n ? "abcdefg"[i] : "0123456"[i]));
    return 0;
}
