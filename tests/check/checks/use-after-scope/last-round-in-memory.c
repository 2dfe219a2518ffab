// A list keeps the nodes of earlier rounds.
struct node { struct node *next; int value; };
extern int __VERIFIER_nondet_int(void);
int main(void) {
    struct node *list = 0;
    int n = __VERIFIER_nondet_int();
    for (int i = 0; i < n && i < 3; i++) {
        struct node node;
        node.next = list;
        node.value = i;
        list = &node;
        int sum = 0;
        for (struct node *it = list; it; it = it->next)
            sum += it->value; //~ use-after-scope
    }
    return 0;
}
