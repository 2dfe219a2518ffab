// A decimal number that is checked before it grows.
#include <limits.h>
#include <stdio.h>
static int number(const char *s) {
    int n = 0;
    for (; *s >= '0' && *s <= '9'; s++) {
        int digit = *s - '0';
        if (n > INT_MAX / 10) return -1;
        n = 10 * n + digit; //~ signed-overflow
    }
    return n;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    return number(argv[1]) < 0;
}
