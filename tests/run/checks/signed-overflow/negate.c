#include <limits.h>

static unsigned magnitude(int x) {
    return x < 0 ? -x : x; //~ signed-overflow
}

int main(void) {
    return magnitude(INT_MIN) != 1u + INT_MAX;
}
