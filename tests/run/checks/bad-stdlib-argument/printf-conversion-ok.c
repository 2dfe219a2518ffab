//@ run-native
#include <stdio.h>

int main(void) {
    const char *format = "%d\n";
    printf(format, 1);
    return 0;
}
