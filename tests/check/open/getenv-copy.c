// A variable of the environment may be longer than any buffer.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char home[16];
    const char *value = getenv("HOME");
    if (value != NULL)
        strcpy(home, value); //~ out-of-bounds
    return 0;
}
