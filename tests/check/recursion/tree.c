// A tree of the user's making is built, summed and freed.
//@ flags: --check memory-leak --check memory-cleanup
#include <assert.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
struct tree {
    struct tree *left, *right;
};
static struct tree *grow(int depth) {
    if (depth == 0 || __VERIFIER_nondet_bool()) return 0;
    struct tree *t = malloc(sizeof *t);
    t->left = grow(depth - 1);
    t->right = grow(depth - 1);
    return t;
}
static int fell(struct tree *t) {
    if (!t) return 0;
    int n = 1 + fell(t->left) + fell(t->right);
    free(t);
    return n;
}
int main(void) {
    int n = fell(grow(2));
    assert(n >= 0 && n <= 3);
    return 0;
}
