#include <string.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    char to[12];
    unsigned char n = __VERIFIER_nondet_uchar();
    memset(to, 0, n % 13);
    return 0;
}
