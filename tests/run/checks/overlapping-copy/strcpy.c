#include <string.h>

int main(void) {
    char line[] = "  indented";
    strcpy(line, line + 2); //~ overlapping-copy
    return strcmp(line, "indented");
}
