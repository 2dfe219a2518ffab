//@ run-native
#include <string.h>

int main(void) {
    char line[] = "  indented";
    memmove(line, line + 2, strlen(line + 2) + 1);
    return strcmp(line, "indented");
}
