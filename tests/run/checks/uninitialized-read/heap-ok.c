//@ run-native
#include <stdlib.h>

int main(void) {
    int *counts = calloc(4, sizeof *counts);
    counts[0] = 1;
    int total = 0;
    while (counts[1] < 2) {
        counts[1]++;
        total++;
    }
    free(counts);
    return total != 2;
}
