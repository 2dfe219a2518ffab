#include <stdlib.h>
#include <string.h>
int main(void) {
    const char *home = getenv("HOME");
    if (home != NULL)
        free(strdup(home));
    return 0;
}
