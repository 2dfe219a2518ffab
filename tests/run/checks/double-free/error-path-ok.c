//@ run-native
#include <stdlib.h>

static int parse(char *buffer, int n) {
    if (n < 0) {
        return -1;
    }
    buffer[0] = (char)n;
    return 0;
}

int main(void) {
    char *buffer = malloc(4);
    int status = parse(buffer, -5);
    free(buffer);
    return status != -1;
}
