#include <limits.h>

struct ratio {
    int num, den;
};

static void reduce(struct ratio *r, int by) {
    r->num /= by; //~ division-overflow
    r->den /= by;
}

int main(void) {
    struct ratio r = {INT_MIN, -2};
    reduce(&r, -1);
    return r.den != 2;
}
