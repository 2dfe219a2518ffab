//@ flags: --property termination --engine auto
// The copy leaves out the byte that counts.
#include <string.h>
int main(void) {
    unsigned n = 0, copy = 0;
    while (n < 300) { //~ termination
        copy = n + 1;
        memcpy(&n, &copy, 1);
    }
    return 0;
}
