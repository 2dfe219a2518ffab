#include <stdio.h>

int main(void) {
    const char *format = "%y\n";
    printf(format, 1); //~ bad-stdlib-argument
    return 0;
}
