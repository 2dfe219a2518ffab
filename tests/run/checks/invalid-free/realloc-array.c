#include <stdlib.h>

int main(void) {
    int stack[4] = {0};
    int *p = stack;
    p = realloc(p, 8 * sizeof *p); //~ invalid-free
    int x = p[0];
    free(p);
    return x;
}
