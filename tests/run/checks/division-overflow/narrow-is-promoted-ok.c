//@ run-native
// A short is promoted, so only the int division overflows.
#include <limits.h>

int main(void) {
    short s = SHRT_MIN;
    int i = INT_MIN, minus_one = -1;
    int quotient = s / minus_one;
    quotient += (i + 1) / minus_one - INT_MAX;
    return quotient != 32768;
}
