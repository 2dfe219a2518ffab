#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
struct shape {
    int (*area)(const struct shape *);
    int a, b;
};
static int square(const struct shape *s) { return s->a * s->a; }
static int rectangle(const struct shape *s) { return s->a * s->b; }
int main(void) {
    struct shape shapes[2] = {{square, 3, 0}, {rectangle, 2, 5}};
    unsigned i = __VERIFIER_nondet_uint() & 1;
    struct shape *s = &shapes[i];
    if (__VERIFIER_nondet_uint() & 1) s->area = rectangle;
    int area = s->area(s);
    assert(area == 9 || area == 0 || area == 10);
    assert(area || i == 0);
    return 0;
}
