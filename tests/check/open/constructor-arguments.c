// What runs before main sees the arguments, too.
#include <assert.h>
static int n_arguments;
__attribute__((constructor)) static void note(int argc, char **argv) {
    n_arguments = argc;
    assert(argc < 2 || argv[1][0] != 'x'); //~ assertion
}
int main(void) {
    assert(n_arguments < 3); //~ assertion
    return 0;
}
