//@ flags: --clang-arg=-fwrapv
// Signed arithmetic that wraps by agreement.
#include <limits.h>
int main(void) {
    int x = INT_MAX;
    x++;
    return x != INT_MIN;
}
