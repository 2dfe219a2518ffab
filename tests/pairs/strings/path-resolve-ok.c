// Adds a name to a path; the root has its slash already.
#include <stdio.h>
#include <string.h>
#define MAX 64
int main(int argc, char **argv) {
    char resolved[MAX];
    if (argc < 3 || strlen(argv[1]) >= MAX) return 1;
    strcpy(resolved, argv[1]);
    size_t root = resolved[0] == '/' && resolved[1] == '\0' ? 1 : 0;
    if (strlen(resolved) + strlen(argv[2]) + (1 - root) + 1 > MAX) return 1;
    if (root == 0) strcat(resolved, "/");
    strcat(resolved, argv[2]);
    puts(resolved);
    return 0;
}
