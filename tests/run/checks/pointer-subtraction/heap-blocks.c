#include <stdlib.h>

int main(void) {
    char *a = malloc(8);
    char *b = malloc(8);
    long distance = b - a; //~ pointer-subtraction
    free(a);
    free(b);
    return distance == 8;
}
