#include <stdlib.h>

struct point {
    int x, y;
};

int main(void) {
    char *raw = calloc(4, sizeof(struct point));
    struct point *p = (struct point *)(raw + 2);
    int y = p->y; //~ misaligned-access
    free(raw);
    return y;
}
