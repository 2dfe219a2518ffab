#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char s[6];
    for (int i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
    s[5] = 0;
    char copy[6];
    strcpy(copy, s);
    assert(strlen(copy) == strlen(s) && strcmp(copy, s) == 0);
    char *end = strchr(s, 0);
    assert(end == s + strlen(s));
    return 0;
}
