#include <stdlib.h>

int main(void) {
    char *p = malloc(0);
    if (p)
        *p = 1; //~ out-of-bounds
    free(p);
    return 0;
}
