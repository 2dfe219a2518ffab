#include <assert.h>

double fabs(double x) {
    (void)x;
    return 42.0;
}

int main(void) {
    assert(fabs(-1.0) == 1.0); //~ assertion
    return 0;
}
