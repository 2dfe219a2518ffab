//@ args: one two
#include <stdio.h>

int main(int argc, char **argv) {
    for (int i = 1; i <= argc + 1; i++)
        if (argv[i]) //~ out-of-bounds
            puts(argv[i]);
    return 0;
}
