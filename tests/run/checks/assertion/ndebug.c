// With NDEBUG the condition is not even evaluated.
#include <assert.h>

int main(void) {
    int x = 1;
    assert(x-- == 2); //~ assertion
    return x != 1;
}
