//@ flags: --check unsigned-wrap
//@ run-native
#include <limits.h>

int main(void) {
    unsigned a = UINT_MAX, b = 2;
    unsigned long long sum = (unsigned long long)a + b;
    return sum != 4294967297;
}
