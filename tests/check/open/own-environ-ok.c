// A program that has variables of its own has no others.
#include <assert.h>
#include <stdlib.h>
extern char **environ;
int main(void) {
    static char *own[] = {"A=1", NULL};
    environ = own;
    assert(getenv("HOME") == NULL);
    assert(getenv("A") != NULL);
    return 0;
}
