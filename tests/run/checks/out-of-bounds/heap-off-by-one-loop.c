#include <stdlib.h>

int main(void) {
    size_t n = 10;
    int *squares = malloc(n * sizeof *squares);
    for (size_t i = 0; i <= n; i++)
        squares[i] = (int)(i * i); //~ out-of-bounds
    free(squares);
    return 0;
}
