// What is wrong behind the inner `main` is found.
#include <stdlib.h>

static int depth;

int main(void) {
    char *block = malloc(2);
    if (depth++ == 0) {
        main();
        block[2] = 1; //~ out-of-bounds
    }
    free(block);
    if (depth > 100)
        exit(1);
    return 0;
}
