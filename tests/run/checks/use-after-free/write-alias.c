#include <stdlib.h>

struct buffer {
    char *data;
    char *cursor;
};

int main(void) {
    struct buffer b;
    b.data = malloc(16);
    b.cursor = b.data + 4;
    free(b.data);
    *b.cursor = 'x'; //~ use-after-free
    return 0;
}
