//@ run-native
//@ data-model: both
//@ args: one two -3 x=y
// argc and argv: count, terminator, writable strings.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc != 5 || argv[argc] != NULL) return 1;
    if (!argv[0] || strcmp(argv[1], "one") != 0 || strcmp(argv[4], "x=y") != 0) return 2;
    argv[2][0] = 'T'; // the strings belong to the program
    size_t total = 0;
    for (char **p = argv + 1; *p; p++) total += strlen(*p);
    if (total != 11) return 3;
    char *equals = strchr(argv[4], '=');
    *equals = '\0';
    printf("%s %s %d %s %s\n", argv[1], argv[2], atoi(argv[3]), argv[4], equals + 1);
    argv = NULL;
    argc = 0;
    return argc;
}
