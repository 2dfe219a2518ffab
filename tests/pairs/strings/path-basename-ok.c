// What follows the last slash.
#include <stdio.h>
#include <string.h>
static const char *base(const char *path) {
    const char *p = path + strlen(path);
    while (p > path && p[-1] != '/') p--;
    return p;
}
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    puts(base(argv[1]));
    return 0;
}
