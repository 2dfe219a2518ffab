//@ run-native
//@ data-model: both
// Reaching the end of main returns 0; main may call itself.
#include <stdio.h>

static int rounds;

int main(void) {
    if (++rounds < 4) main();
    printf("%d\n", rounds--);
}
