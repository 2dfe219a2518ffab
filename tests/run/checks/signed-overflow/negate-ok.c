//@ run-native
#include <limits.h>

static unsigned magnitude(int x) {
    return x < 0 ? -(unsigned)x : (unsigned)x;
}

int main(void) {
    return magnitude(INT_MIN) != 1u + INT_MAX;
}
