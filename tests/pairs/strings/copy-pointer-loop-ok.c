// A copy on the heap, with two pointers.
#include <stdlib.h>
#include <string.h>
static char *duplicate(const char *s) {
    char *copy = malloc(strlen(s) + 1);
    if (!copy) return NULL;
    char *d = copy;
    while ((*d++ = *s++) != '\0') {
    }
    return copy;
}
int main(void) {
    const char *path = getenv("PATH");
    if (!path) return 1;
    char *s = duplicate(path);
    if (!s) return 1;
    int status = s[0] == '/';
    free(s);
    return status;
}
