//@ flags: --check memory-cleanup
//@ exit: 134
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    p[0] = 'x';
    free(p);
    abort();
}
