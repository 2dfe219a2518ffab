// key=value, with a key of at most 15 characters.
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
    char key[16];
    if (argc < 2) return 1;
    const char *equals = strchr(argv[1], '=');
    if (!equals) return 1;
    size_t n = (size_t)(equals - argv[1]);
    if (n >= sizeof key) return 1;
    memcpy(key, argv[1], n);
    key[n] = '\0';
    printf("%s is %s\n", key, equals + 1);
    return 0;
}
