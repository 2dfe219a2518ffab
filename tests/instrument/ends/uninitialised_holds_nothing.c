//@ flags: --check memory-leak
// A variable without a value lies where another one has pointed to the block.
#include <stdlib.h>

static void lose(void) {
    char *block[4];
    block[0] = block[1] = block[2] = block[3] = malloc(3);
    block[0][0] = 1;
}

static void leave(int n) {
    char *block[4];
    if (n > 0)
        block[0] = block[1] = block[2] = block[3] = NULL;
    exit(n > 0 && block[0] != NULL); //~ memory-leak
}

int main(void) {
    lose();
    leave(0);
    return 0;
}
