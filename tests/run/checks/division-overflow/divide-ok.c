//@ run-native
#include <limits.h>

static int divide(int a, int b) {
    if (a == INT_MIN && b == -1)
        return INT_MAX;
    return a / b;
}

int main(void) {
    return divide(INT_MIN, -1) != INT_MAX;
}
