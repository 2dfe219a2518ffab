//@ says: assumed: a NaN that arithmetic makes is positive and has no payload
// The same of a number that is known.
#include <assert.h>
#include <stdint.h>
#include <string.h>

static double zero;

int main(void) {
    double quotient = zero / zero;
    uint64_t bits;
    memcpy(&bits, &quotient, sizeof bits);
    assert(bits >> 63 == 0);
    return 0;
}
