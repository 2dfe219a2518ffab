//@ flags: --stop-at-first
// The end of the string is not there in one of many executions.
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char s[8];
    for (int i = 0; i < 8; i++) s[i] = __VERIFIER_nondet_char();
    return (int)strlen(s); //~ out-of-bounds
}
