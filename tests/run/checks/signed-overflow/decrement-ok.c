//@ run-native
#include <limits.h>

int main(void) {
    long n = LONG_MIN;
    if (n > LONG_MIN)
        n--;
    return n > 0;
}
