//@ says: operands and arguments are evaluated in the order of clang, as in line 7
// A variable that an expression changes twice: C does not say what it holds.
#include <assert.h>

int main(void) {
    int i = 1;
    int sum = ++i + ++i;
    assert(sum == 5);
    return 0;
}
