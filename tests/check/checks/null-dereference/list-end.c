// Each node is followed by another, or by nothing: the search runs off the end if the key is not there.
extern int __VERIFIER_nondet_int(void);
struct node {
    int key;
    struct node *next;
};
int main(void) {
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    int key = __VERIFIER_nondet_int();
    struct node *n = &a;
    while (n->key != key) //~ null-dereference
        n = n->next;
    return 0;
}
