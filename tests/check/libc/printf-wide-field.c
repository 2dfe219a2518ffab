// More characters than an int can count: the result is negative.
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(snprintf(NULL, 0, "%*d", 2000000000, 5) == 2000000000);
    assert(snprintf(NULL, 0, "%*d%*d", 2000000000, 5, 2000000000, 5) == 0); //~ assertion
    return 0;
}
