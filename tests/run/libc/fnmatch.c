//@ run-native
//@ data-model: both
// Patterns of the shell.
#define _GNU_SOURCE
#include <fnmatch.h>
#include <stdio.h>

int main(void) {
    static const char *const patterns[] = {"*", "*.c", "a?c", "[a-c]x", "[!a-c]x", "[]x]", "[[:digit:]]*", "a\\*b", "**b*", "",
                                           "dir/*", "[", "[a", ".*", "*/x", "A*", "x[", "[a-]"};
    static const char *const strings[] = {"", "a.c", "abc", "bx", "zx", "]", "7up", "a*b", "aXb", "dir/file", "dir/.hid",
                                          ".hidden", "[", "x", "a/x", "[a", "x[", "-"};
    static const int flags[] = {0, FNM_PATHNAME, FNM_PERIOD, FNM_PATHNAME | FNM_PERIOD, FNM_NOESCAPE, FNM_CASEFOLD, FNM_LEADING_DIR};
    for (int p = 0; p < (int)(sizeof patterns / sizeof *patterns); p++) {
        for (int s = 0; s < (int)(sizeof strings / sizeof *strings); s++) {
            for (int f = 0; f < (int)(sizeof flags / sizeof *flags); f++)
                putchar(fnmatch(patterns[p], strings[s], flags[f]) ? '-' : '+');
        }
        putchar('\n');
    }
    return 0;
}
