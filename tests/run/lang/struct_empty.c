//@ run-native
//@ data-model: both
// The GNU empty struct has size zero and may be passed, returned and put in arrays.
#include <stdio.h>

struct empty {};
struct holder { int before; struct empty e; int after; };

static struct empty identity(struct empty e) { return e; }
static int around(int a, struct empty e, int b) { (void)e; return a * 10 + b; }

int main(void) {
    if (sizeof(struct empty) != 0) return 1;
    struct empty e = {}, f = identity(e);
    e = f;
    if (around(4, e, 2) != 42) return 2;
    struct holder h = {1, {}, 2};
    h.e = identity(h.e);
    if (h.before != 1 || h.after != 2 || sizeof h != 2 * sizeof(int)) return 3;
    int zero[0];
    if (sizeof zero != 0) return 4;
    printf("%d\n", around(h.before, f, h.after));
    return 0;
}
