// The limit moves down for '<' and '(' and up again for '>' and ')'.
#include <stdbool.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char out[64];
    char *d = out, *limit = out + sizeof out - 3;
    bool angle = false, paren = false;
    while (__VERIFIER_nondet_int() != 0) {
        char c = __VERIFIER_nondet_char();
        if (c == '<' && !angle) {
            angle = true;
            limit--;
        } else if (c == '>' && angle) {
            angle = false;
            limit++;
        } else if (c == '(' && !paren) {
            paren = true;
            
        } else if (c == ')' && paren) {
            paren = false;
            limit++;
        }
        if (d < limit) *d++ = c; //~ out-of-bounds
    }
    if (paren) *d++ = ')'; //~ out-of-bounds
    if (angle) *d++ = '>'; //~ out-of-bounds
    *d = '\0'; //~ out-of-bounds
    return 0;
}
