// Two strings in one buffer.
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char full[256];
    if (argc < 3) return 1;
    if (strlen(argv[1]) + strlen(argv[2]) >= sizeof full) return 1;
    strcpy(full, argv[1]);
    strcat(full, argv[2]);
    puts(full);
    return 0;
}
