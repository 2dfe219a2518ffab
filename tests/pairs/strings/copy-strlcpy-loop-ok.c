// The usual replacement for strlcpy.
#include <stddef.h>
extern char __VERIFIER_nondet_char(void);
static size_t copy(char *dst, const char *src, size_t size) {
    size_t i;
    for (i = 0; i + 1 < size && src[i] != '\0'; i++) dst[i] = src[i];
    dst[i] = '\0';
    return i;
}
int main(void) {
    char line[256], word[64];
    for (size_t i = 0; i < sizeof line - 1; i++) line[i] = __VERIFIER_nondet_char();
    line[sizeof line - 1] = '\0';
    return copy(word, line, sizeof word) > 60;
}
