#include <stdio.h>

static void measure(int *width, int *height, int flat) {
    *width = 3;
    if (!flat)
        *height = 4;
}

int main(void) {
    int width, height;
    measure(&width, &height, 1);
    printf("%d x %d\n", width, height); //~ uninitialized-read
    return 0;
}
