#include <limits.h>

static int divide(int a, int b) {
    return a / b; //~ division-overflow
}

int main(void) {
    return divide(INT_MIN, -1) != INT_MAX;
}
