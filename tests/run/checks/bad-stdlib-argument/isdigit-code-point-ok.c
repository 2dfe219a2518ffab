//@ run-native
#include <ctype.h>

int main(void) {
    int text[] = {'7', 0x20ac, '8'};
    int digits = 0;
    for (int i = 0; i < 3; i++)
        digits += text[i] < 128 && isdigit(text[i]) != 0;
    return digits != 2;
}
