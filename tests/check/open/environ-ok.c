//@ says: the environment has at most 3 variables
// `getenv` finds nothing that is not in `environ`, whose texts are not empty.
#include <assert.h>
#include <stdlib.h>
extern char **environ;
int main(void) {
    if (environ[0] == NULL)
        assert(getenv("HOME") == NULL);
    else
        assert(environ[0][0] != 0);
    return 0;
}
