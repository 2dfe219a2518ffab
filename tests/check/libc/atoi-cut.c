//@ flags: --no-check bad-stdlib-argument
//@ data-model: both
// The number does not fit: glibc converts with strtol and cuts the result, and strtol has no more bits where long is int.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    assert(atoi("8589934597") != (sizeof(long) == 8 ? 5 : 2147483647)); //~ assertion
    return 0;
}
