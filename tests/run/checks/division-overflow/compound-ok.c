//@ run-native
#include <limits.h>

struct ratio {
    int num, den;
};

static void reduce(struct ratio *r, int by) {
    long long num = r->num;
    r->num = (int)(num / by == 2147483648 ? INT_MAX : num / by);
    r->den /= by;
}

int main(void) {
    struct ratio r = {INT_MIN, -2};
    reduce(&r, -1);
    return r.den != 2;
}
