//@ flags: --engine loops
// Every character of the input becomes two at most.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned len = __VERIFIER_nondet_uint(), n = 0;
    if (len > 1000) return 1;
    char *out = malloc(2 * len + 1);
    for (unsigned i = 0; i < len; i++) {
        char c = __VERIFIER_nondet_char();
        if (c == '"') out[n++] = '\\';
        out[n++] = c;
    }
    out[n] = '\0';
    free(out);
    return 0;
}
