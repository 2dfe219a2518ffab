// Replaces the extension by ".bak".
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char name[64];
    if (argc < 2 || strlen(argv[1]) >= sizeof name) return 1;
    strcpy(name, argv[1]);
    char *dot = strrchr(name, '.');
    if (!dot) dot = name + strlen(name);
    strcpy(dot, ".bak"); //~ out-of-bounds
    puts(name);
    return 0;
}
