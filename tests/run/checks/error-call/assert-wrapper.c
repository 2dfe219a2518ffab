#include <stdlib.h>

extern void reach_error(void);

static void check(int condition) {
    if (!condition) {
        reach_error(); //~ error-call
        abort();
    }
}

int main(void) {
    unsigned n = 0;
    while (n < 7)
        n += 2;
    check(n == 7);
    return 0;
}
