//@ run-native
#include <stdlib.h>

struct object {
    int (*get)(void);
};

static int seven(void) {
    return 7;
}

int main(void) {
    struct object *o = malloc(sizeof *o);
    o->get = seven;
    int x = o->get();
    free(o);
    return x != 7;
}
