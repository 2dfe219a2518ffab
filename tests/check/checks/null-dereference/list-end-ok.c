extern int __VERIFIER_nondet_int(void);
struct node {
    int key;
    struct node *next;
};
int main(void) {
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    int key = __VERIFIER_nondet_int();
    struct node *n = &a;
    while (n && n->key != key) n = n->next;
    return 0;
}
