#include <assert.h>

double fabs(double x) {
    (void)x;
    return 42.0;
}

int main(void) {
    assert(fabs(-1.0) == 42.0);
    return 0;
}
