//@ flags: --check memory-leak
// The program can end by `exit`, but ends by return, and with `main` its variables end.
#include <stdlib.h>

int main(int argc, char **argv) {
    char *block = malloc(3);
    if (argc > 5)
        exit(3);
    block[0] = 1;
    return 0;
} //~ memory-leak
