//@ flags: --engine auto --stop-at-first
// Every character of the input becomes two at most, and the terminator has no room.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned len = __VERIFIER_nondet_uint(), n = 0;
    if (len > 1000) return 1;
    char *out = malloc(2 * len);
    for (unsigned i = 0; i < len; i++) {
        char c = __VERIFIER_nondet_char();
        if (c == '"') out[n++] = '\\';
        out[n++] = c;
    }
    out[n] = '\0'; //~ out-of-bounds
    free(out);
    return 0;
}
