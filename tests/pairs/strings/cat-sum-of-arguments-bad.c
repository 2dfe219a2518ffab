// Adds up the lengths of all arguments, then copies them, with a comma after each.
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    size_t size = 1;
    for (int i = 1; i < argc; i++) size += strlen(argv[i]);
    char *list = malloc(size);
    if (!list) return 1;
    char *end = list;
    for (int i = 1; i < argc; i++) {
        size_t n = strlen(argv[i]);
        memcpy(end, argv[i], n);
        end += n;
        *end++ = ',';
    }
    *end = '\0'; //~ out-of-bounds
    int status = list[0] == ',';
    free(list);
    return status;
}
