// Bytes from the second to the last are filled at once; the one behind them is out of bounds.
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char to[4] = "u";
    char *p = to;
    unsigned k = __VERIFIER_nondet_uchar() & 3;
    p += 1;
    memset(p, 'x', k);
    p[k] = 0; //~ out-of-bounds
    return 0;
}
