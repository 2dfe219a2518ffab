// All bytes of the variable are written before its address is passed on.
#include <assert.h>

extern int elsewhere(int *);

int main(void) {
    int x = 1;
    elsewhere(&x);
    assert(x != 1); //~ assertion
    return 0;
}
