// Passing a structure by value reads all of it, and the second one is not all there.
#include <stdlib.h>

struct four {
    long at[4];
};

static long first_of_both(struct four a, struct four b) {
    return a.at[0] + b.at[0];
}

int main(void) {
    struct four *whole = calloc(1, sizeof *whole), *half = calloc(2, sizeof(long));
    if (whole == NULL || half == NULL)
        abort();
    long sum = first_of_both(*whole, *whole);
    sum += first_of_both(*whole, *half); //~ out-of-bounds
    free(whole);
    free(half);
    return (int)sum;
}
