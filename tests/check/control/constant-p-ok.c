#include <assert.h>

static int n_calls;
static int call(void) { return ++n_calls; }

int main(void) {
    int i = 0;
    int known = __builtin_constant_p(i++) + __builtin_constant_p(call());
    assert(i == 0 && n_calls == 0 && known == 0);
    assert(__builtin_constant_p(3));
    return 0;
}
