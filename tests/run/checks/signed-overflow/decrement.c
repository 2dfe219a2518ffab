#include <limits.h>

int main(void) {
    long n = LONG_MIN;
    n--; //~ signed-overflow
    return n > 0;
}
