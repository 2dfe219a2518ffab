// Four characters of which none need be the last.
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char s[4];
    for (int i = 0; i < 4; i++) s[i] = __VERIFIER_nondet_char();
    return (int)strlen(s); //~ out-of-bounds
}
