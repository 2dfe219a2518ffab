//@ flags: --check memory-leak
//@ run-native
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s) {
    char *p = malloc(strlen(s) + 1);
    return strcpy(p, s);
}

int main(void) {
    char *text = copy("text");
    char first = text[0];
    free(text);
    return first != 't';
}
