//@ run-native
// An aligned read that begins inside the object and ends behind it.
#include <stdlib.h>

int main(void) {
    long long *wide = calloc(1, sizeof(long long));
    int zero = *wide == 0;
    free(wide);
    return !zero;
}
