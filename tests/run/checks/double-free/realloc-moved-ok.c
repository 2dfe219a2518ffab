//@ run-native
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    char *q = realloc(p, 4096);
    free(q);
    return 0;
}
