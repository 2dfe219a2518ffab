#include <stdatomic.h>
#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

static _Atomic _Bool flag;

int main(void) {
    unsigned char byte = __VERIFIER_nondet_uchar() != 0;
    memcpy((void *)&flag, &byte, 1);
    _Bool before = atomic_exchange(&flag, 1);
    return before + flag;
}
