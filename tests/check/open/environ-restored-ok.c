// unsetenv takes every variable of that name away.
#include <assert.h>
#include <stdlib.h>
extern char **environ;
int main(void) {
    char **before = environ;
    setenv("PLACE", "1", 1);
    unsetenv("PLACE");
    environ = before;
    assert(getenv("PLACE") == NULL);
    return 0;
}
