#include <stdlib.h>

int main(void) {
    int d = 0;
    div_t r = div(7, d); //~ division-by-zero
    return r.quot != 3 || r.rem != 1;
}
