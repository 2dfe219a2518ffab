// 127.0.0.1 in four bytes.
#include <stdbool.h>
#include <stdio.h>
static bool address(const char *s, unsigned char byte[4]) {
    int n = 0;
    while (true) {
        unsigned value = 0;
        if (*s < '0' || *s > '9') return false;
        while (*s >= '0' && *s <= '9') {
            value = 10 * value + (unsigned)(*s++ - '0');
            if (value > 255) return false;
        }
        if (n > 4) return false;
        byte[n++] = (unsigned char)value; //~ out-of-bounds
        if (*s == '\0') return n == 4;
        if (*s++ != '.') return false;
    }
}
int main(int argc, char **argv) {
    unsigned char byte[4];
    if (argc < 2 || !address(argv[1], byte)) return 1;
    printf("%d.%d.%d.%d\n", byte[0], byte[1], byte[2], byte[3]);
    return 0;
}
