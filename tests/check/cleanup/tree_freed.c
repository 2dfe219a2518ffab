//@ flags: --property cleanup
// A tree that is freed bottom up, and an early way out that frees it as well.
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct tree { struct tree *left, *right; int key; };

static struct tree *make(int depth) {
    struct tree *tree = malloc(sizeof *tree);
    tree->key = depth;
    tree->left = depth > 0 && __VERIFIER_nondet_int() ? make(depth - 1) : NULL;
    tree->right = depth > 0 && __VERIFIER_nondet_int() ? make(depth - 1) : NULL;
    return tree;
}

static void free_tree(struct tree *tree) {
    if (!tree)
        return;
    free_tree(tree->left);
    free_tree(tree->right);
    free(tree);
}

int main(void) {
    struct tree *tree = make(1);
    if (tree->left && tree->right) {
        free_tree(tree);
        exit(0);
    }
    free_tree(tree);
    return 0;
}
