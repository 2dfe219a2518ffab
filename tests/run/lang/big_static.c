//@ run-native
//@ data-model: both
// Static arrays of a million elements: zeroed, initialised, sparse use.
#include <stdio.h>

static int zeroed[1000000];
static unsigned char bytes[1 << 20] = {[5] = 1, [(1 << 20) - 1] = 2};
static double matrix[300][300];

int main(void) {
    if (zeroed[0] || zeroed[999999] || zeroed[500000]) return 1;
    for (int i = 0; i < 1000000; i += 4999) zeroed[i] = i;
    long long sum = 0;
    for (int i = 0; i < 1000000; i += 4999) sum += zeroed[i];
    if (sum != 4999LL * 200 * 201 / 2) return 2;
    if (bytes[5] != 1 || bytes[6] || bytes[(1 << 20) - 1] != 2) return 3;
    matrix[299][299] = 1.5;
    matrix[0][299] = 2.5;
    if (matrix[299][299] + matrix[0][299] + matrix[150][0] != 4) return 4;
    printf("%lld %zu\n", sum, sizeof zeroed / sizeof *zeroed);
    return 0;
}
