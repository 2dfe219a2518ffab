// directory/file in a buffer of 256 bytes.
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char path[256];
    if (argc < 3) return 1;
    size_t n = strlen(argv[1]), m = strlen(argv[2]);
    if (n >= sizeof path || m >= sizeof path - n - 1) return 1;
    memcpy(path, argv[1], n);
    path[n] = '/';
    memcpy(path + n + 1, argv[2], m + 1);
    puts(path);
    return 0;
}
