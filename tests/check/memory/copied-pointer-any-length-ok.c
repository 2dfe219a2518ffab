//@ flags: --property memory
// As many bytes of a pointer as an input says; it is used only where they are all.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char *from, *to;
int main(void) {
    from = malloc(4);
    unsigned n = __VERIFIER_nondet_uint();
    if (n > sizeof to)
        n = sizeof to;
    memcpy(&to, &from, n);
    if (n == sizeof to) {
        to[3] = 1;
        from = 0;
        free(to);
    } else
        free(from);
    return 0;
}
