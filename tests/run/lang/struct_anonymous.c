//@ run-native
//@ data-model: both
// Nested anonymous structs and unions: their members belong to the outer type.
#include <stddef.h>
#include <stdio.h>

struct shape {
    enum { CIRCLE, RECT } kind;
    union {
        struct { int radius; };
        struct { int width, height; };
    };
    struct { struct { int z; } inner; } outer;
};

static int size(const struct shape *s) {
    return s->kind == CIRCLE ? 3 * s->radius * s->radius : s->width * s->height;
}

int main(void) {
    struct shape c = {.kind = CIRCLE, .radius = 5, .outer.inner.z = 9};
    struct shape r = {RECT, {.width = 3, .height = 4}, {{7}}};
    if (size(&c) != 75 || size(&r) != 12) return 1;
    if (c.outer.inner.z != 9 || r.outer.inner.z != 7) return 2;
    if (offsetof(struct shape, radius) != offsetof(struct shape, width)) return 3;
    c.kind = RECT;
    c.height = 2;
    if (size(&c) != 10) return 4;
    printf("%d %d\n", size(&c), size(&r));
    return 0;
}
