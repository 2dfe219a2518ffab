//@ run-native
// Each copy may be as long as what has been filled so far, not longer.
#include <string.h>

int main(void) {
    char fill[16] = "ab";
    size_t done = 2;
    while (done < 8) {
        memcpy(fill + done, fill, done);
        done *= 2;
    }
    return fill[7] != 'b';
}
