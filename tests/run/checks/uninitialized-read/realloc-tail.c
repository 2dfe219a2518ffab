#include <stdlib.h>

int main(void) {
    char *p = calloc(4, 1);
    p = realloc(p, 8);
    int zeros = 0;
    if (p[6] == 0) //~ uninitialized-read
        zeros++;
    free(p);
    return zeros != 1;
}
