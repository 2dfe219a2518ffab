// Also when the library has made a list of its own out of it.
#include <assert.h>
#include <stdlib.h>
extern char **environ;
int main(void) {
    static char *own[] = {"A=1", NULL};
    environ = own;
    setenv("B", "2", 1);
    assert(getenv("HOME") == NULL && getenv("A") != NULL && getenv("B") != NULL);
    return 0;
}
