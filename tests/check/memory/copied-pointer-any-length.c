//@ flags: --property memory
// Where nothing is copied, the pointer is null.
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char variable, *from = &variable, *to;
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > sizeof to)
        n = sizeof to;
    memcpy(&to, &from, n);
    if (n == sizeof to)
        *to = 1;
    if (n == 0)
        *to = 2; //~ null-dereference
    return 0;
}
