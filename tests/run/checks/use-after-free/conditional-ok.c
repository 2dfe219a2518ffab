//@ run-native
#include <stdlib.h>

static int consume(char *p, int n) {
    if (n > 2)
        free(p);
    return n > 2;
}

int main(void) {
    char *p = malloc(4);
    for (int i = 0; i < 4; i++) {
        if (consume(p, i))
            break;
        p[0] = (char)i;
    }
    return 0;
}
