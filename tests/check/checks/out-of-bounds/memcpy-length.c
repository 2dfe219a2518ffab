#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char from[16] = {0}, to[12];
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n > 13) return 0;
    memcpy(to, from, n); //~ out-of-bounds
    return 0;
}
