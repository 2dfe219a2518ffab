#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char s[6], copy[5];
    for (int i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
    s[5] = 0;
    strcpy(copy, s); //~ out-of-bounds
    return 0;
}
