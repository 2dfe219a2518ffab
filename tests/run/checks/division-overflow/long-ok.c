//@ run-native
#include <limits.h>

int main(void) {
    long long n = LLONG_MIN;
    for (int d = -3; d < 0; d++)
        if (d < -1 && n / d < 0)
            return 1;
    return 0;
}
