#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char s[4];
    for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();
    s[3] = 0;
    unsigned long n = strlen(s);
    assert(n <= 3 && s[n] == 0);
    return 0;
}
