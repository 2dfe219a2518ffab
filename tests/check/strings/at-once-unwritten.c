//@ flags: --stop-at-first
// One byte before the end has not been written, and is read only where the string does not end before it.
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char s[8];
    for (int i = 0; i < 8; i++) {
        if (i != 5) s[i] = __VERIFIER_nondet_char();
    }
    s[7] = 0;
    return (int)strlen(s); //~ uninitialized-read
}
