//@ run-native
//@ data-model: both
//@ exit: 255
// exit from a nested call; buffered output is still written.
#include <stdio.h>
#include <stdlib.h>

static void leave(int depth) {
    if (depth == 0) exit(-1);
    leave(depth - 1);
}

int main(void) {
    printf("no newline at the end");
    leave(3);
    return 0;
}
