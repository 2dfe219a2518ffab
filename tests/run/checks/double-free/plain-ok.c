//@ run-native
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    free(p);
    p = NULL;
    free(p);
    return 0;
}
