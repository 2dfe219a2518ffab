#include <stdlib.h>

int main(void) {
    int *counts = malloc(4 * sizeof *counts);
    counts[0] = 1;
    int total = 0;
    while (counts[1] < 2) { //~ uninitialized-read
        counts[1]++;
        total++;
    }
    free(counts);
    return total != 2;
}
