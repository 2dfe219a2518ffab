//@ run-native
// 2147483647 is no float; the nearest one is 2147483648 and does not fit an int.
#include <limits.h>

int main(void) {
    int i = INT_MAX;
    double f = (double)i;
    return (int)f != i;
}
