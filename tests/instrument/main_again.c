// `main` calls itself; the program ends when the first one returns.
#include <stdio.h>
#include <stdlib.h>

static int depth;

int main(void) {
    char *block = malloc(2);
    if (depth++ == 0)
        main();
    else
        depth = 10;
    block[depth == 10 ? 1 : 2] = 1;
    free(block);
    if (depth > 100)
        exit(1);
    return 0;
}
