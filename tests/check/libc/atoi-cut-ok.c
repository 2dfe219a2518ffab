//@ data-model: both
// It fits.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    assert(atoi("2147483647") == 2147483647 && atoi("-2147483648") + 1 == -2147483647);
    return 0;
}
