struct tree {
    struct tree *left, *right;
    int value;
};

static int sum(const struct tree *t) {
    return t->value + sum(t->left) + sum(t->right); //~ null-dereference
}

int main(void) {
    struct tree leaf = {0, 0, 5};
    struct tree root = {&leaf, 0, 2};
    return sum(&root) != 7;
}
