//@ run-native
//@ data-model: both
// A binary search tree with insertion, deletion and an iterator with its own stack.
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *left, *right; };

static void insert(struct tree **t, int key) {
    while (*t) {
        if ((*t)->key == key) return;
        t = key < (*t)->key ? &(*t)->left : &(*t)->right;
    }
    *t = calloc(1, sizeof **t);
    if (!*t) abort();
    (*t)->key = key;
}

static void delete(struct tree **t, int key) {
    while (*t && (*t)->key != key) t = key < (*t)->key ? &(*t)->left : &(*t)->right;
    struct tree *dead = *t;
    if (!dead) return;
    if (dead->left && dead->right) {
        struct tree **least = &dead->right;
        while ((*least)->left) least = &(*least)->left;
        dead->key = (*least)->key;
        t = least;
        dead = *t;
    }
    *t = dead->left ? dead->left : dead->right;
    free(dead);
}

static int height(const struct tree *t) {
    if (!t) return 0;
    int l = height(t->left), r = height(t->right);
    return 1 + (l > r ? l : r);
}

int main(void) {
    struct tree *root = NULL;
    for (int i = 0; i < 31; i++) insert(&root, i * 17 % 31);
    if (height(root) < 5) return 1;
    for (int i = 0; i < 31; i += 3) delete(&root, i);
    struct tree *stack[32], *at = root;
    int top = 0, last = -1, count = 0;
    while (at || top) {
        while (at) stack[top++] = at, at = at->left;
        at = stack[--top];
        if (at->key <= last || at->key % 3 == 0) return 2;
        last = at->key;
        count++;
        at = at->right;
    }
    printf("%d %d\n", count, height(root));
    while (root) delete(&root, root->key);
    return count != 20 ? 3 : 0;
}
