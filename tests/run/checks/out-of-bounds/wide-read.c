// An aligned read that begins inside the object and ends behind it.
#include <stdlib.h>

int main(void) {
    long long *wide = calloc(1, sizeof(int));
    int zero = *wide == 0; //~ out-of-bounds
    free(wide);
    return !zero;
}
