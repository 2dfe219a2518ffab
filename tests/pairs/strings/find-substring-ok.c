// The first place of a word in a text.
#include <stdio.h>
#include <string.h>
static int find(const char *text, size_t n, const char *word, size_t m) {
    for (size_t i = 0; i + m <= n; i++) {
        size_t k = 0;
        while (k < m && text[i + k] == word[k]) k++;
        if (k == m) return (int)i;
    }
    return -1;
}
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char text[64], word[4];
    for (size_t i = 0; i < sizeof text; i++) text[i] = __VERIFIER_nondet_char();
    for (size_t i = 0; i < sizeof word; i++) word[i] = __VERIFIER_nondet_char();
    return find(text, sizeof text, word, sizeof word) >= 0;
}
