//@ run-native
#include <stdlib.h>

int main(void) {
    int base = 36;
    return strtol("10", NULL, base) != 36;
}
