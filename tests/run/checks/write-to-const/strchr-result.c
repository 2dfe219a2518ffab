// strchr takes the const away.
#include <string.h>

int main(void) {
    static const char entry[] = "key=value";
    char *eq = strchr(entry, '=');
    *eq = '\0'; //~ write-to-const
    return strcmp(entry, "key");
}
