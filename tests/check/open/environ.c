//@ says: the environment is empty until the program sets variables
// Whoever looks at `environ` itself is told what is taken for granted.
#include <assert.h>
#include <stddef.h>
extern char **environ;
int main(void) {
    assert(environ[0] == NULL);
    return 0;
}
