#include <stdlib.h>

int main(void) {
    int base = 37;
    return strtol("10", NULL, base) != 0; //~ bad-stdlib-argument
}
