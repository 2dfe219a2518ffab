//@ says: the environment has at most 3 variables
// `environ` lists what is set outside, and `getenv` finds it there.
#include <assert.h>
#include <stddef.h>
extern char **environ;
int main(void) {
    assert(environ[0] == NULL); //~ assertion
    return 0;
}
