//@ run-native
#include <string.h>

int main(void) {
    char line[] = "key value";
    char *eq = strchr(line, '=');
    if (eq)
        *eq = '\0';
    return line[0] != 'k';
}
