// Of the library only the function that was called is named, and of the line of a global variable only its name is marked.
#include <stdlib.h>

static const int weights[4] = {1, 2, 3, 4};

static int compare(const void *a, const void *b) {
    const int *weight = weights;
    return weight[*(const int *)a] - weight[*(const int *)b]; //~ out-of-bounds
}

int main(void) {
    int order[3] = {0, 4, 1};
    qsort(order, 3, sizeof order[0], compare);
    return order[0];
}
