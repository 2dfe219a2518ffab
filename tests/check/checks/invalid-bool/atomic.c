#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static _Atomic _Bool flag;

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar();
    memcpy((void *)&flag, &byte, 1);
    return flag; //~ invalid-bool
}
