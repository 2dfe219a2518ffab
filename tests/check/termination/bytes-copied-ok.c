//@ flags: --property termination --engine auto
//@ verdict: holds
// The copy carries the count back.
#include <string.h>
int main(void) {
    unsigned n = 0, copy = 0;
    while (n < 300) {
        copy = n + 1;
        memcpy(&n, &copy, 4);
    }
    return 0;
}
