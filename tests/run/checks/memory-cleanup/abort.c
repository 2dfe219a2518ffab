//@ flags: --check memory-cleanup
#include <stdlib.h>

int main(void) {
    char *p = malloc(4);
    p[0] = 'x';
    abort(); //~ memory-cleanup
}
