//@ run-native
#include <stdlib.h>

static void release(int **p) {
    free(*p);
    *p = NULL;
}

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 3;
    int last = *p;
    release(&p);
    return last != 3;
}
