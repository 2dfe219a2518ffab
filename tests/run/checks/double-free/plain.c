#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    free(p);
    free(p); //~ double-free
    return 0;
}
