// A hundred unknown bytes: no loop has to be taken round by round, and no path splits at each of them.
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char s[101];
    for (int i = 0; i < 100; i++) s[i] = __VERIFIER_nondet_char();
    s[100] = 0;
    size_t n = strlen(s);
    assert(n <= 100 && s[n] == 0);
    if (strcmp(s, "a word") == 0) assert(n == 6);
    return 0;
}
