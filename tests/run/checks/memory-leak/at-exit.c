//@ flags: --check memory-leak
#include <stdlib.h>

int main(void) {
    char *p = NULL;
    for (int i = 0; i < 3; i++) {
        p = malloc(8);
        *p = (char)i;
    }
    free(p);
    exit(0); //~ memory-leak
}
