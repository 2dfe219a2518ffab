//@ data-model: both
// strlcpy and strlcat (not run natively: older glibc lacks them).
#include <string.h>

size_t strlcpy(char *to, const char *from, size_t size);
size_t strlcat(char *to, const char *from, size_t size);

int main(void) {
    char to[8];
    if (strlcpy(to, "short", sizeof to) != 5 || strcmp(to, "short") != 0) return 1;
    if (strlcpy(to, "much too long", sizeof to) != 13 || strcmp(to, "much to") != 0) return 2;
    if (strlcpy(to, "abc", sizeof to) != 3 || strlcat(to, "def", sizeof to) != 6 || strcmp(to, "abcdef") != 0) return 3;
    if (strlcat(to, "ghi", sizeof to) != 9 || strcmp(to, "abcdefg") != 0) return 4;
    if (strlcpy(to, "x", 0) != 1 || to[0] != 'a') return 5;
    return 0;
}
