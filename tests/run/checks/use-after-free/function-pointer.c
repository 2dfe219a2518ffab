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
    free(o);
    return o->get() != 7; //~ use-after-free
}
