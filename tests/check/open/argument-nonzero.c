#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
    (void)argc;
    if (strlen(argv[0]) > 2)
        assert(argv[0][1] == 'x'); //~ assertion
    return 0;
}
