#include <stdlib.h>
#include <string.h>
int main(void) {
    char home[16];
    const char *value = getenv("HOME");
    if (value != NULL && strlen(value) < sizeof home)
        strcpy(home, value);
    return 0;
}
