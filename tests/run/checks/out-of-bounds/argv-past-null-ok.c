//@ run-native
//@ args: one two
#include <stdio.h>

int main(int argc, char **argv) {
    for (int i = 1; i <= argc; i++)
        if (argv[i])
            puts(argv[i]);
    return 0;
}
