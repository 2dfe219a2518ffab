//@ data-model: both
// What the library's functions say of unknown bytes is what plain loops say.
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);

static size_t length(const char *s) {
    size_t n = 0;
    while (s[n] != 0) n++;
    return n;
}

static int sign(int n) { return (n > 0) - (n < 0); }

static int difference(const char *a, const char *b, size_t n, int to_zero) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
        if (to_zero && a[i] == 0) return 0;
    }
    return 0;
}

int main(void) {
    char a[5], b[4];
    for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_char();
    for (int i = 0; i < 3; i++) b[i] = __VERIFIER_nondet_char();
    a[4] = b[3] = 0;
    size_t n = strlen(a);
    assert(n == length(a) && n <= 4);
    assert(strnlen(a, 2) == (n < 2 ? n : 2));
    assert(sign(strcmp(a, b)) == difference(a, b, 4, 1));
    assert(sign(strncmp(a, b, 2)) == difference(a, b, 2, 1));
    assert(sign(memcmp(a, b, 3)) == difference(a, b, 3, 0));
    int c = __VERIFIER_nondet_int();
    const char *found = strchr(a, c);
    size_t at = 0;
    while (a[at] != 0 && a[at] != (char)c) at++;
    assert(found == (a[at] == (char)c ? a + at : NULL));
    const char *byte = memchr(a, c, 3);
    assert(byte == NULL || (byte < a + 3 && *byte == (char)c));
    assert(byte != NULL || (a[0] != (char)c && a[1] != (char)c && a[2] != (char)c));
    return 0;
}
