//@ run-native
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *home = getenv("CANDOR_TEST_UNSET_VARIABLE");
    putchar(home ? home[0] : '?');
    return 0;
}
