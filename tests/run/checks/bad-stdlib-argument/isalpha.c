#include <ctype.h>

int main(void) {
    int c = -200;
    return isalpha(c) != 0; //~ bad-stdlib-argument
}
