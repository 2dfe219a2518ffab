//@ run-native
#include <stdlib.h>

int main(void) {
    int d = 2;
    div_t r = div(7, d);
    return r.quot != 3 || r.rem != 1;
}
