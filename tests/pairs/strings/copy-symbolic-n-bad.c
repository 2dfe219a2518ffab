// A block of n bytes takes n - 1 characters and the terminator.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 0 || n > 1024) return 1;
    char *s = malloc(n);
    if (!s) return 1;
    unsigned i;
    for (i = 0; i < n; i++) s[i] = __VERIFIER_nondet_char();
    s[i] = '\0'; //~ out-of-bounds
    unsigned spaces = 0;
    for (i = 0; s[i] != '\0'; i++) {
        if (s[i] == ' ') spaces++;
    }
    free(s);
    return spaces > 10;
}
