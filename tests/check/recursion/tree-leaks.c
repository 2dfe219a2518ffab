// The right half is lost.
//@ flags: --no-check memory-leak --check memory-cleanup
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
static void fell(struct tree *t) {
    if (!t) return;
    fell(t->left);
    free(t);
}
int main(void) {
    fell(grow(2));
    return 0; //~ memory-cleanup
}
