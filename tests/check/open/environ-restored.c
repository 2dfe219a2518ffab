// It may have been there before.
#include <assert.h>
#include <stdlib.h>
extern char **environ;
int main(void) {
    char **before = environ;
    setenv("PLACE", "1", 1);
    environ = before;
    assert(getenv("PLACE") == NULL); //~ assertion
    return 0;
}
