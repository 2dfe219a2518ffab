// Natively this takes a while; blanks that nobody will see are counted, not written.
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(snprintf(NULL, 0, "%*d", 2000000000, 5) == 2000000000);
    assert(snprintf(NULL, 0, "%*d%*d", 2000000000, 5, 2000000000, 5) == -1);
    return 0;
}
