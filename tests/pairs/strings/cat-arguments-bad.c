// All arguments in one line, with a space after each.
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char line[256];
    size_t used = 0;
    for (int i = 1; i < argc; i++) {
        size_t n = strlen(argv[i]);
        if (n > sizeof line - used - 1) break;
        memcpy(line + used, argv[i], n);
        used += n;
        line[used++] = ' ';
    }
    line[used] = '\0'; //~ array-index
    puts(line);
    return 0;
}
