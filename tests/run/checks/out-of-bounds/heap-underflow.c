#include <stdlib.h>

int main(void) {
    char *digits = malloc(4);
    int n = 1234;
    char *p = digits + 3;
    for (int i = 0; i < 5; i++) {
        *p-- = (char)('0' + n % 10); //~ out-of-bounds
        n /= 10;
    }
    free(digits);
    return 0;
}
