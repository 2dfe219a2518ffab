// They are those of main.
#include <assert.h>
static int n_arguments;
static char **arguments;
__attribute__((constructor)) static void note(int argc, char **argv) {
    n_arguments = argc;
    arguments = argv;
}
int main(int argc, char **argv) {
    assert(n_arguments == argc && arguments == argv);
    assert(argv[argc] == 0);
    return 0;
}
