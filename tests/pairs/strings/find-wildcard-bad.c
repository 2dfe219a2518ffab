// * fits everything, ? one character.
#include <stdbool.h>
static bool fits(const char *pattern, const char *s) {
    const char *star = 0, *from = s;
    while (*s) { //~ out-of-bounds
        if (*pattern == '*') { //~ out-of-bounds
            star = pattern++;
            from = s;
        } else if (*pattern == '?' || *pattern == *s || *s == '\\') { //~ out-of-bounds
            pattern++;
            s++;
        } else if (star) {
            pattern = star + 1;
            s = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++; //~ out-of-bounds
    return *pattern == '\0';
}
int main(int argc, char **argv) {
    if (argc < 3) return 2;
    return fits(argv[1], argv[2]) ? 0 : 1;
}
