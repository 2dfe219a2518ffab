//@ flags: --check unsigned-wrap
#include <limits.h>

int main(void) {
    unsigned a = UINT_MAX, b = 2;
    return a + b != 1; //~ unsigned-wrap
}
