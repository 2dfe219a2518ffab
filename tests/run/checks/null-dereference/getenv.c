#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *home = getenv("CANDOR_TEST_UNSET_VARIABLE");
    putchar(home[0]); //~ null-dereference
    return 0;
}
