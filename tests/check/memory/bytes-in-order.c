// Little endian: the thesis' 0x01020304.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = 0x01020304, i = __VERIFIER_nondet_uint();
    unsigned char *p = (unsigned char *)&n;
    if (i < 4) assert(p[i] == 4 - i);
    return 0;
}
