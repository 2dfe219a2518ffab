//@ run-native
//@ data-model: both
// strverscmp orders numbers inside names; basename.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
    static const char *const order[] = {"000", "00", "01", "010", "09", "0", "1", "9", "10", "a2", "a10"};
    int n = sizeof order / sizeof *order;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (sign(strverscmp(order[i], order[j])) != sign(i - j)) return 1;
    if (strverscmp("file-1.9.c", "file-1.10.c") >= 0) return 2;
    if (strcmp(basename("/usr/lib/libc.so"), "libc.so") != 0 || strcmp(basename("plain"), "plain") != 0) return 3;
    puts(basename("a/b"));
    return 0;
}
