//@ flags: --function first --caller any
// A list may have no first node.
struct node {
    struct node *next;
    int value;
};
struct list {
    struct node *head;
    unsigned n;
};
int first(struct list *list) {
    return list->head->value; //~ null-dereference
}
