//@ run-native
#include <stdlib.h>

int main(void) {
    char *digits = malloc(4);
    int n = 1234;
    char *p = digits + 3;
    for (int i = 0; i < 4; i++) {
        p[-i] = (char)('0' + n % 10);
        n /= 10;
    }
    int bad = digits[0] != '1' || digits[3] != '4';
    free(digits);
    return bad;
}
