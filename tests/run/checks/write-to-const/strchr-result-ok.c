//@ run-native
// strchr takes the const away.
#include <string.h>

int main(void) {
    char entry[] = "key=value";
    char *eq = strchr(entry, '=');
    *eq = '\0';
    return strcmp(entry, "key");
}
