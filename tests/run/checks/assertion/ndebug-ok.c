//@ run-native
// With NDEBUG the condition is not even evaluated.
#define NDEBUG
#include <assert.h>

int main(void) {
    int x = 1;
    assert(x-- == 2);
    return x != 1;
}
