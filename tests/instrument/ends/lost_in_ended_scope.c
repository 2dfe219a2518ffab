//@ flags: --check memory-leak
#include <stdlib.h>

static void leave(void) {
    exit(0); //~ memory-leak
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        char *block = malloc(3);
        block[0] = 1;
        if (i == 1)
            free(block);
    }
    leave();
    return 0;
}
