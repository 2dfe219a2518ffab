#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = calloc(1, 32);
    memcpy(p, p + 15, 16); //~ overlapping-copy
    char c = p[0];
    free(p);
    return c;
}
