//@ run-native
#include <string.h>

struct ring {
    char data[16];
    unsigned head;
};

static void compact(struct ring *r, unsigned count) {
    memmove(r->data, r->data + r->head, count);
    r->head = 0;
}

int main(void) {
    struct ring r = {"....abcdefgh", 4};
    compact(&r, 8);
    return memcmp(r.data, "abcdefgh", 8);
}
