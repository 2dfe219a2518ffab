// Counts characters; the first byte tells how many follow, which the string need not have.
#include <stddef.h>
#include <stdlib.h>
static size_t follow(unsigned char c) {
    return c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
}
static size_t characters(const char *s) {
    size_t n = 0;
    while (*s) { //~ out-of-bounds
        size_t more = follow((unsigned char)*s++);
        s += more;
        n++;
    }
    return n;
}
int main(void) {
    const char *s = getenv("LANG");
    return s && characters(s) > 8;
}
