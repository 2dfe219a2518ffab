#include <limits.h>

int main(void) {
    long long n = LLONG_MIN;
    for (int d = -3; d < 0; d++)
        if (n / d < 0) //~ division-overflow
            return 1;
    return 0;
}
