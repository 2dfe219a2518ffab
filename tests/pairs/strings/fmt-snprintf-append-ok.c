// snprintf says how long the text would have been.
#include <stdio.h>
int main(int argc, char **argv) {
    char line[64];
    size_t used = 0;
    for (int i = 1; i < argc; i++) {
        int n = snprintf(line + used, sizeof line - used, "%s,", argv[i]);
        if (n < 0) return 1;
        if ((size_t)n >= sizeof line - used) return 1;
        used += (size_t)n;
    }
    line[used] = '\0';
    puts(line);
    return 0;
}
