//@ flags: --check memory-leak
#include <stdlib.h>
#include <string.h>

static char *copy(const char *s) {
    char *p = malloc(strlen(s) + 1);
    return strcpy(p, s);
}

int main(void) {
    char first = copy("text")[0];
    return first != 't'; //~ memory-leak
}
