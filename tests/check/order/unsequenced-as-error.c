//@ says: operands and arguments are evaluated in the order of clang, as in line 8
// The program asks for warnings as errors; it is checked all the same, and told where the order matters.
#pragma GCC diagnostic error "-Wunsequenced"
#include <assert.h>

int main(void) {
    int i = 1;
    int sum = ++i + ++i;
    assert(sum == 5);
    return 0;
}
