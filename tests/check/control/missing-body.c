// A function that is defined nowhere may return anything, and that is said.
#include <assert.h>
int sensor(int channel);
int main(void) {
    int n = sensor(3);
    if (n < 0 || n > 10) return 0;
    assert(n != 4); //~ assertion
    return 0;
}
