// A part of a string, cut where the string ends.
#include <stdlib.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
static char *part(const char *s, size_t from, size_t length) {
    size_t n = strlen(s);
    if (from > n) from = n;
    if (length > n) length = n;
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    memcpy(copy, s + from, length); //~ out-of-bounds
    copy[length] = '\0';
    return copy;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    char *p = part(argv[1], __VERIFIER_nondet_uint(), __VERIFIER_nondet_uint());
    if (!p) return 1;
    free(p);
    return 0;
}
