//@ data-model: both
//@ flags: --clang-arg=-Wno-format
#include <stdio.h>

int main(void) {
    printf("%d\n", 1.0); //~ invalid-call: an integer of 4 bytes is read as an argument where the call passed a floating-point number of 8 bytes
    return 0;
}
