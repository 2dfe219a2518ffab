// No character before the end is zero, on any path.
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
    (void)argc;
    if (strlen(argv[0]) > 2)
        assert(argv[0][1]);
    return 0;
}
