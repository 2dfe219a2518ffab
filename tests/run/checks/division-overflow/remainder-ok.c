//@ run-native
#include <limits.h>

int main(void) {
    int a = INT_MIN, b = -1;
    return b == -1 ? 0 : a % b;
}
