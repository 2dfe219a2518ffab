//@ run-native
#include <ctype.h>

int main(void) {
    int c = -200;
    return isalpha((unsigned char)c) != 0;
}
