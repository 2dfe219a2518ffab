// HH:MM, and the length is looked at first.
#include <stdio.h>
#include <string.h>
static int minutes(const char *s) {
    if (strlen(s) < 3) return -1;
    if (s[2] != ':') return -1;
    return ((s[0] - '0') * 10 + s[1] - '0') * 60 + (s[3] - '0') * 10 + s[4] - '0'; //~ out-of-bounds
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    printf("%d\n", minutes(argv[1]));
    return 0;
}
