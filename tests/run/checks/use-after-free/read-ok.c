//@ run-native
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 5;
    int x = *p;
    free(p);
    return x != 5;
}
