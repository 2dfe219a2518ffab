// The end of one object may be the start of another.
#include <assert.h>

int a[4], b;

int main(void) {
    int x = 0, y = 0;
    assert(&x + 1 != &y); //~ assertion
    assert(&a[4] != &b); //~ assertion
    return x + y;
}
