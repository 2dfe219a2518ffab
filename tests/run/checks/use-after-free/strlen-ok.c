//@ run-native
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = malloc(6);
    strcpy(s, "hello");
    size_t n = strlen(s);
    free(s);
    return n != 5;
}
