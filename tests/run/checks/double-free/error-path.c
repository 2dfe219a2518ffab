#include <stdlib.h>

static int parse(char *buffer, int n) {
    if (n < 0) {
        free(buffer);
        return -1;
    }
    buffer[0] = (char)n;
    return 0;
}

int main(void) {
    char *buffer = malloc(4);
    int status = parse(buffer, -5);
    free(buffer); //~ double-free
    return status != -1;
}
