#include <string.h>

int main(void) {
    char line[] = "key value";
    char *eq = strchr(line, '=');
    *eq = '\0'; //~ null-dereference
    return line[0] != 'k';
}
