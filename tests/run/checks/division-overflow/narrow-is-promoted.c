// A short is promoted, so only the int division overflows.
#include <limits.h>

int main(void) {
    short s = SHRT_MIN;
    int i = INT_MIN, minus_one = -1;
    int quotient = s / minus_one;
    quotient += i / minus_one; //~ division-overflow
    return quotient != 32768;
}
