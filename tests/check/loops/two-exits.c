#include <assert.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char s[5], c = __VERIFIER_nondet_char();
    for (int i = 0; i < 4; i++) s[i] = __VERIFIER_nondet_char();
    s[4] = 0;
    char *p = s;
    while (*p && *p != c) p++;
    assert(p <= s + 4 && (*p == 0 || *p == c));
    if (*p == 0 && c != 0)
        for (char *q = s; q < p; q++) assert(*q != c);
    return 0;
}
