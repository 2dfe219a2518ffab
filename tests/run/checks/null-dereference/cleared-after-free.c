#include <stdlib.h>

static void release(int **p) {
    free(*p);
    *p = NULL;
}

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 3;
    release(&p);
    return *p != 3; //~ null-dereference
}
