#include <assert.h>
#include <stdlib.h>
extern char **environ;
int main(void) {
    static char *own[] = {"A=1", NULL};
    environ = own;
    assert(getenv("A") == NULL); //~ assertion
    return 0;
}
