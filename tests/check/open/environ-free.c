//@ says: `environ`
#include <stdlib.h>
extern char **environ;
int main(void) {
    free(environ[0]); //~ invalid-free
    return 0;
}
