//@ run-native
#include <stdlib.h>

struct buffer {
    char *data;
    char *cursor;
};

int main(void) {
    struct buffer b;
    b.data = malloc(16);
    b.cursor = b.data + 4;
    *b.cursor = 'x';
    free(b.data);
    return 0;
}
