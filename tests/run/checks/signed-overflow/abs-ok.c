//@ run-native
#include <limits.h>
#include <stdlib.h>

int main(void) {
    int x = INT_MIN;
    return x != INT_MIN && abs(x) == 0;
}
