#include <stdlib.h>
static void keep(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    free(p);
}
int main(void) {
    keep();
    return 0;
}
