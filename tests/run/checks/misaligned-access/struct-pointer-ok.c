//@ run-native
#include <stdlib.h>

struct point {
    int x, y;
};

int main(void) {
    char *raw = calloc(4, sizeof(struct point));
    struct point *p = (struct point *)(raw + sizeof *p);
    int y = p->y;
    free(raw);
    return y;
}
