// Takes slashes away at the end.
#include <stdio.h>
#include <string.h>
int main(void) {
    char path[256];
    if (!fgets(path, sizeof path, stdin)) return 1;
    path[strcspn(path, "\n")] = '\0';
    size_t n = strlen(path);
    while (n > 0 && path[n - 1] == '/') path[--n] = '\0';
    puts(path);
    return 0;
}
